"""The past: what the system held at a moment, and what was true at one.

A revision was held from its approval until it was retired. It was true from `valid_from` (else the date of
its source, else when it was written) until `valid_until` or until the next one of its memory, by the same
dates, took over; so an old text that comes in late is history and not news. What was forgotten is in no past
either. A memory's name, kind, tags and scope are those of today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from memories import access
from memories.errors import invalid, no_such_memory
from memories.models import Revision, Scope
from memories.models.events import HIDING, SHOWING
from memories.models.memory import MemoryQuerySet
from memories.recall.answers import Recalled, Remembered, remembered
from memories.recall.cursors import cursor_for, position_in
from memories.recall.listing import fitting, written
from memories.recall.query import Query, checked_query
from memories.text.days import instant_on
from memories.text.errors import TextError

_START = Coalesce("valid_from", "source_date", "created_at")


def as_of(
    actor: Actor,
    *,
    at: str | None = None,
    known_at: str | None = None,
    name: str | None = None,
    names: Sequence[str] | None = None,
    cursor: str | None = None,
    **asked: Any,
) -> Recalled:
    """The memories as they were. `known_at` asks what the system held then; `at` what was true then, as far
    as is known now or was at `known_at`. Days and times are read in the actor's zone, a day to its end.

    Filters as in `list_memories` but for statuses: a past has no proposals. Raises Forbidden, NotFound (the
    workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    wanted = checked_query(actor, names=[name] if name is not None else names, **asked)
    access.asked_private(actor, wanted.private)
    if asked.get("statuses"):
        raise invalid("statuses", "Only what was active is looked back at; leave the statuses out.")
    moment, rows = held_or_true(actor, wanted, at=at, known_at=known_at)
    return _page(actor, rows, f"{wanted.fingerprint(actor)}:{moment}", wanted.limit, cursor)


def held_or_true(
    actor: Actor, wanted: Query, *, at: str | None, known_at: str | None
) -> tuple[str, QuerySet[Any]]:
    """The moment in letters, and the revisions of it, each with `start`, since when it was true. Raises
    ValidationFailed for no moment, or one that is none.
    """
    if at is None and known_at is None:
        raise invalid(
            "as_of", "Name the day or time to look back to: when it was true, or when it was known."
        )
    true_at = None if at is None else _instant(actor, "as_of", at)
    known = None if known_at is None else _instant(actor, "known_at", known_at)
    return f"{true_at}:{known}", _rows(actor, wanted, true_at=true_at, known=known)


def memory_as_of(
    actor: Actor, *, name: str, at: str | None = None, known_at: str | None = None, **asked: Any
) -> Remembered:
    """One memory as it was: from the workspace, else from the reader's default one. Raises NotFound if there
    was nothing of that name then, and what `as_of` raises.
    """
    found = as_of(actor, at=at, known_at=known_at, name=name, **asked).memories
    asked_for = asked.get("workspace") or DEFAULT_WORKSPACE
    if not found:
        raise no_such_memory(name)
    return min(found, key=lambda memory: (memory.workspace != asked_for, Scope.values.index(memory.scope)))


def _instant(actor: Actor, field: str, value: str) -> datetime:
    try:
        return instant_on(value, actor.timezone)
    except TextError as error:
        raise invalid(field, str(error)) from None


def _rows(
    actor: Actor, wanted: Query, *, true_at: datetime | None, known: datetime | None
) -> QuerySet[Revision]:
    workspaces = access.reading_ids(actor, wanted.workspace)
    memories = _visible(fitting(actor, wanted, workspaces), workspaces, known)
    moment = known or timezone.now()
    decided = access.revisions(workspaces).filter(number__isnull=False, decided_at__lte=moment)
    rows = decided.filter(memory__in=memories).annotate(start=_START)
    rows = _held(rows, moment) if true_at is None else _true(rows, decided, moment, true_at)
    return written(rows, wanted).select_related("memory")


def _visible(memories: MemoryQuerySet, workspaces: Sequence[UUID], known: datetime | None) -> QuerySet[Any]:
    """Those in the read paths at the moment: not archived, expired or quarantined."""
    memories = memories.filter(quarantined_at=None)
    if known is None:
        return memories.present()
    moved = access.events_in(workspaces).filter(memory_id=OuterRef("pk"), at__lte=known)
    last = moved.filter(action__in=HIDING + SHOWING).order_by("-sequence").values("action")[:1]
    present = memories.filter(Q(expires_at=None) | Q(expires_at__gt=known))
    return present.annotate(last_move=Subquery(last)).exclude(last_move__in=HIDING)


def _held(rows: QuerySet[Any], moment: datetime) -> QuerySet[Any]:
    return rows.filter(Q(retired_at=None) | Q(retired_at__gt=moment))


def _true(
    rows: QuerySet[Any], decided: QuerySet[Revision], moment: datetime, true_at: datetime
) -> QuerySet[Any]:
    """Of each memory the revision that began last before the moment, unless it had ended by then."""
    begun = rows.filter(start__lte=true_at)
    latest = begun.order_by("memory_id", "-start", "-number").distinct("memory_id").values("pk")
    replacing = decided.annotate(start=_START).filter(supersedes__contains=[OuterRef("memory_id")])
    still_held = _held(decided.filter(memory_id=OuterRef("memory_id")), moment)
    replaced = Q(retired_at__lte=moment) & ~Exists(still_held) & Q(end__lte=true_at)
    ended = Q(valid_until__lte=true_at) | replaced
    successor = Subquery(replacing.order_by("-decided_at").values("start")[:1])
    told: QuerySet[Any] = rows.filter(pk__in=latest).annotate(end=Coalesce(successor, F("retired_at")))
    return told.exclude(ended)


def _page(actor: Actor, rows: QuerySet[Any], fingerprint: str, limit: int, cursor: str | None) -> Recalled:
    position = position_in(cursor, fingerprint)
    if position is not None:
        start, last = datetime.fromisoformat(position[0]), UUID(position[1])
        rows = rows.filter(Q(start__lt=start) | Q(start=start, pk__gt=last))
    page = list(rows.order_by("-start", "pk")[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    place = [page[-1].start.isoformat(), str(page[-1].pk)] if more else None
    return Recalled(
        memories=[as_it_was(actor, row) for row in page],
        mode="as-of",
        candidates=len(page),
        next_cursor=cursor_for(fingerprint, place) if place else None,
    )


def as_it_was(actor: Actor, row: Revision) -> Remembered:
    workspace = access.workspace_name(actor, row.workspace_id)
    return replace(remembered(row.memory, row, workspace=workspace), version=row.number or 0)
