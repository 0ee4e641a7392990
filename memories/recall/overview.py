"""How much there is, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models.memory import IS_PRESENT
from memories.recall.candidates import waiting_for_vectors


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts over what reading a workspace reads; `still_indexing` is of passages found by words only."""

    memories: int
    archived: int
    still_indexing: int


def overview(actor: Actor, *, workspace: str | None = None) -> Overview:
    """The counts for what this actor may see. Raises Forbidden, NotFound (the workspace)."""
    actor.require(Permission.READ)
    reading = access.reading_ids(actor, workspace)
    seen = access.memories(actor, reading)
    counts = seen.aggregate(
        memories=Count("pk", filter=IS_PRESENT & Q(version__gt=0)),
        archived=Count("pk", filter=~Q(archived_at=None)),
    )
    return Overview(**counts, still_indexing=waiting_for_vectors(reading))
