"""The admin: the review queue, and a view over everything else for the people who run this."""

from memories.admin import activity, events, facts, handoffs, policies, proposals, stored, workspaces

__all__ = ["activity", "events", "facts", "handoffs", "policies", "proposals", "stored", "workspaces"]
