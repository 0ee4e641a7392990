"""Clients that were let into workspaces that are no longer there."""

from __future__ import annotations

from memories.models import Membership
from oauth.models import Connection
from oauth.services.tokens import open_tokens


def astray() -> list[str]:
    """The names of clients and tokens that are good and reach nothing: what they were granted is gone, as
    after a restore that brought other workspaces.
    """
    granted = Connection.objects.filter(revoked_at=None, every_workspace=False).select_related("client")
    named = [(row.user_id, row.client.label, row.workspaces) for row in granted]
    named += [(row.user_id, row.name, row.workspaces) for row in open_tokens() if row.workspaces]
    open_to = set(Membership.objects.values_list("user_id", "workspace_id"))
    return sorted(name for user, name, ids in named if not any((user, each) in open_to for each in ids))
