"""How much there is, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Status
from memories.recall.candidates import waiting_for_vectors


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts over what reading a workspace reads; `proposals` are those of the workspace itself.

    `still_indexing` counts passages that are found by their words only so far.
    """

    memories: int
    archived: int
    proposals: int
    still_indexing: int


def overview(actor: Actor, *, workspace: str | None = None) -> Overview:
    """The counts for what this actor may see. Raises Forbidden, NotFound (the workspace)."""
    actor.require(Permission.READ)
    asked, reading = access.workspace_id(actor, workspace), access.reading_ids(actor, workspace)
    seen = access.memories(actor, reading)
    return Overview(
        memories=seen.present().filter(version__gt=0).count(),
        archived=seen.exclude(archived_at=None).count(),
        proposals=access.revisions([asked]).filter(status=Status.PROPOSED).count(),
        still_indexing=waiting_for_vectors(reading),
    )
