"""Links between memories: what a text links to, what links to it, and which links lead nowhere.

A name means the memory of the text's own workspace, else the one of the reader's default workspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from memories.models.revision import LIVE
from memories.recall.answers import Remembered
from memories.recall.query import MAX_LIMIT

MOST_BACKLINKS = 200


@dataclass(frozen=True, slots=True)
class Broken:
    """A link in `memory` to a name that no memory has, as far as this reader can see."""

    memory: str
    workspace: str
    name: str


def with_links(
    actor: Actor,
    found: Remembered,
    memory: Memory,
    *,
    reading: Sequence[UUID],
    task_id: str | None,
    private: bool,
) -> Remembered:
    """The memory with the names it links to, those of them that lead nowhere, and the names of what links to
    it, as far as the reader may see that. `reading` is what reading its workspace reads, itself first.
    """
    seen = _seen(actor, reading, task_id=task_id, private=private)
    own = access.links([memory.workspace_id]).filter(revision_id=found.revision_id)
    names = list(own.order_by("place").values_list("name", flat=True))
    there = set(seen.filter(name__in=names).values_list("name", flat=True)) if names else set()
    back = access.links(_linking(reading, memory.workspace_id)).filter(name=memory.name, memory__in=seen)
    backlinks = back.exclude(memory_id=memory.pk).values_list("memory__name", flat=True).distinct()
    return replace(
        found,
        links=tuple(names),
        broken_links=tuple(name for name in names if name not in there),
        backlinks=tuple(backlinks.order_by("memory__name")[:MOST_BACKLINKS]),
    )


def _linking(reading: Sequence[UUID], workspace: UUID) -> list[UUID]:
    """Where links may mean a memory of this workspace: there and, for the default one, in what is read with
    it.
    """
    return list(reading) if reading[-1] == workspace else [workspace]


def broken_links(
    actor: Actor, *, workspace: str | None = None, private: bool = False, limit: int = MAX_LIMIT
) -> list[Broken]:
    """The links in the workspace's live texts that lead nowhere, by the memory they stand in. Raises
    Forbidden, NotFound (the workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    reading = access.reading_ids(actor, workspace)
    seen = _seen(actor, reading, task_id=None, private=private)
    there = Exists(seen.filter(name=OuterRef("name")))
    rows = access.links(reading[:1]).filter(~there, memory__in=seen).select_related("memory")
    return [
        Broken(row.memory.name, access.workspace_name(actor, row.workspace_id), row.name)
        for row in rows.order_by("memory__name", "place", "pk")[:limit]
    ]


def _seen(actor: Actor, reading: Sequence[UUID], *, task_id: str | None, private: bool) -> MemoryQuerySet:
    """The memories that say something now and that this reader may see."""
    found = access.memories(actor, reading, task_id=task_id).present()
    live = access.revisions(reading).filter(memory_id=OuterRef("pk"), status__in=LIVE)
    found = found.filter(Exists(live))
    return found if private else found.filter(~Q(sensitivity="private"))
