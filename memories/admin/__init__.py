"""The admin: the review queue, and a view over everything else for the people who run this."""

from memories.admin import activity, events, facts, policies, proposals, stored, workspaces

__all__ = ["activity", "events", "facts", "policies", "proposals", "stored", "workspaces"]
