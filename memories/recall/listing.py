"""Lists without a query, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.models import Revision
from memories.models.memory import MemoryQuerySet
from memories.recall.answers import Recalled, remembered
from memories.recall.contradictions import with_contradictions
from memories.recall.cursors import cursor_for, position_in
from memories.recall.query import Query, checked_query


@verb
def list_memories(
    actor: Actor, *, cursor: str | None = None, archived: bool = False, **asked: Any
) -> Recalled:
    """Memories by newest change. Filters as in recall; `archived` lists what was archived instead."""
    actor.require(Permission.READ)
    wanted = checked_query(actor, **asked)
    workspaces = access.reading_ids(actor, wanted.workspace)
    access.asked_private(actor, wanted.private)
    return listed(actor, wanted, workspaces, cursor, archived=archived)


def listed(
    actor: Actor, wanted: Query, workspaces: Sequence[UUID], cursor: str | None, *, archived: bool = False
) -> Recalled:
    fingerprint = f"{wanted.fingerprint(actor)}{'a' if archived else ''}"
    position = position_in(cursor, fingerprint)
    page = [
        row
        for where in _parts(wanted, workspaces, archived=archived)
        for row in _newest(_matching(actor, wanted, where, archived=archived), position, wanted.limit + 1)
    ]
    page.sort(key=attrgetter("pk"))
    page.sort(key=attrgetter("created_at"), reverse=True)
    page = page[: wanted.limit + 1]
    more, page = len(page) > wanted.limit, page[: wanted.limit]
    names = {workspace: name for name, workspace in actor.workspaces.items()}
    memories = [remembered(row.memory, row, workspace=names[row.workspace_id]) for row in page]
    return Recalled(
        memories=with_contradictions(
            memories,
            workspaces=workspaces,
            scopes=access.reaches(actor, task_id=wanted.task_id),
            private=wanted.private,
        ),
        mode="list",
        candidates=len(page),
        next_cursor=cursor_for(fingerprint, [page[-1].created_at.isoformat(), str(page[-1].pk)])
        if more
        else None,
    )


def _parts(wanted: Query, workspaces: Sequence[UUID], *, archived: bool) -> list[list[UUID]]:
    """What is asked for at once. Where nothing narrows the memories, each workspace by itself: its newest
    stand at the beginning of an index, and those of several would have to be sorted, all of them.
    """
    narrow = wanted.names or wanted.kinds or wanted.tags or wanted.tiers or wanted.scopes or archived
    return [list(workspaces)] if narrow else [[each] for each in workspaces]


def _newest(rows: QuerySet[Revision], position: Any, most: int) -> list[Revision]:
    if position is not None:
        moment, last = datetime.fromisoformat(position[0]), UUID(position[1])
        rows = rows.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__gt=last))
    return list(rows.select_related("memory").order_by("-created_at", "pk")[:most])


def _matching(
    actor: Actor, wanted: Query, workspaces: Sequence[UUID], *, archived: bool
) -> QuerySet[Revision]:
    memories = fitting(actor, wanted, workspaces)
    memories = memories.exclude(archived_at=None) if archived else memories.present()
    rows = access.revisions(workspaces).filter(status__in=list(wanted.statuses), memory__in=memories)
    return written(rows, wanted)


def fitting(actor: Actor, wanted: Query, workspaces: Sequence[UUID]) -> MemoryQuerySet:
    """The memories, archived or not, that are what is asked for and may be seen."""
    memories = access.memories(actor, workspaces, task_id=wanted.task_id)
    if not wanted.private:
        memories = memories.exclude(sensitivity="private")
    for field, values in (
        ("name__in", wanted.names),
        ("kind__in", wanted.kinds),
        ("tags__overlap", wanted.tags),
        ("recall_tier__in", wanted.tiers),
        ("scope__in", wanted.scopes),
    ):
        memories = memories.filter(**{field: list(values)}) if values else memories
    return memories


def written(rows: QuerySet[Revision], wanted: Query) -> QuerySet[Revision]:
    """Those of the revisions whose words come from, and were written, as is asked."""
    rows = rows.filter(trust__in=list(wanted.trust)) if wanted.trust else rows
    rows = rows.filter(created_at__gte=wanted.since) if wanted.since else rows
    return rows.filter(created_at__lt=wanted.until) if wanted.until else rows
