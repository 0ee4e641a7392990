"""Who acts when nobody asks: the worker, one workspace at a time."""

from __future__ import annotations

from types import MappingProxyType
from uuid import UUID

from continuum.kernel.actor import EVERYTHING, Actor


def worker_for(workspace: UUID) -> Actor:
    """The worker in one workspace, called by its id: nobody's client, everything allowed, nothing shown."""
    workspaces = MappingProxyType({str(workspace): workspace})
    return Actor(
        user_id=0, client="worker", workspaces=workspaces, permissions=EVERYTHING, person=True, private=True
    )
