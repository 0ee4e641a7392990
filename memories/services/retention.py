"""How long what is over is kept, by class and workspace, and clearing away what has had its time.

A day is 24 hours, whatever the clocks do. What is active or proposed is never cleared away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import (
    Activity,
    Event,
    FieldChange,
    Handoff,
    IdempotentAnswer,
    Memory,
    Revision,
    Status,
    Workspace,
)
from memories.models.revision import LIVE
from memories.services import events
from memories.services.entities import drop_all_orphans
from memories.services.exclusions import REJECTED, exclude
from memories.services.purposes import RETENTION, purpose
from memories.services.quotas import count_anew
from memories.services.turns import Turn, turn

FOR_EVER = 0
MAX_DAYS = 36_500
ROWS_AT_ONCE = 500


class Kept(StrEnum):
    """The classes that have a limit of their own, in days."""

    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    EVENTS = "events"
    ANSWERS = "answers"
    ACTIVITY = "activity"
    HANDOFFS = "handoffs"


@dataclass(frozen=True, slots=True)
class Cleared:
    """What a clean-up removed: revisions by what they were, memories of which nothing was left, events,
    answers that were kept for requests with an idempotency key, rows of activity, and settled handoffs.
    """

    superseded: int = 0
    rejected: int = 0
    memories: int = 0
    events: int = 0
    answers: int = 0
    activity: int = 0
    handoffs: int = 0


def get_retention(actor: Actor, *, workspace: str | None = None) -> Mapping[str, int]:
    """The days for each class in the workspace: its own or the installation's; 0 means for ever."""
    actor.require(Permission.READ)
    return _days(access.workspace(access.workspace_id(actor, workspace, Permission.READ)))


def set_retention(
    actor: Actor, *, days: Mapping[str, int | None], workspace: str | None = None
) -> Mapping[str, int]:
    """Give classes a limit of the workspace's own; None goes back to the installation's, 0 means for ever.

    Raises Forbidden, NotFound, ValidationFailed (no such class, not a number of days).
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    wanted = {_class(name): _limit(name, limit) for name, limit in days.items()}
    with turn(actor, where, Permission.ADMIN) as writing:
        row = access.workspace(where)
        both = {**row.retention, **wanted}
        row.retention = {name: limit for name, limit in both.items() if limit is not None}
        row.save(update_fields=["retention"])
        writing.record(events.WORKSPACE_CHANGED, details={"retention": row.retention})
    return _days(row)


def clean_up(actor: Actor, *, workspace: str | None = None) -> Cleared:
    """Clear away what is past its limit now. A second run finds nothing. Raises Forbidden, NotFound.

    Of rejected texts the hash stays as an exclusion. Of events the oldest stretch goes, and the event of this
    clean-up keeps the hash where it ended, so that the chain can still be verified.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing, purpose(RETENTION):
        days, today = _days(access.workspace(where)), _earlier_of_two_clocks(writing)
        cleared, checkpoint = _clear(writing, {name: _cutoff(today, limit) for name, limit in days.items()})
        if cleared != Cleared():
            writing.record(events.CLEANED_UP, details={**asdict(cleared), "checkpoint": checkpoint})
        count_anew(where)
    return cleared


def _clear(writing: Turn, cutoffs: Mapping[str, datetime | None]) -> tuple[Cleared, dict[str, Any] | None]:
    gone: set[UUID] = set()
    _keep_out_rejected(writing, cutoffs[Kept.REJECTED])
    superseded = _clear_revisions(writing, Status.SUPERSEDED, cutoffs[Kept.SUPERSEDED], gone)
    rejected = _clear_revisions(writing, Status.REJECTED, cutoffs[Kept.REJECTED], gone)
    memories = _clear_empty_memories(writing, gone)
    if superseded or rejected:
        drop_all_orphans(writing.workspace)  # of what only those versions spoke
    removed, checkpoint = _clear_events(writing, cutoffs[Kept.EVENTS])
    answers = _clear_answers(writing, cutoffs[Kept.ANSWERS])
    activity = _clear_activity(writing, cutoffs[Kept.ACTIVITY])
    handoffs = _clear_handoffs(writing, cutoffs[Kept.HANDOFFS])
    return Cleared(superseded, rejected, memories, removed, answers, activity, handoffs), checkpoint


# --- Limits -------------------------------------------------------------------------------------------------


def _days(workspace: Workspace) -> dict[str, int]:
    return {name.value: workspace.retention.get(name, settings.RETENTION_DAYS[name]) for name in Kept}


def _class(name: str) -> str:
    if name not in set(Kept):
        raise invalid(name, f"What is kept for a time is one of {', '.join(Kept)}.")
    return name


def _limit(name: str, limit: int | None) -> int | None:
    if limit is not None and not 0 <= limit <= MAX_DAYS:
        raise invalid(name, f"The limit is a number of days from 1 to {MAX_DAYS:,}, or 0 for ever.")
    return limit


def _cutoff(today: datetime, days: int) -> datetime | None:
    """What is older than this goes; None: nothing does."""
    return None if days == FOR_EVER else today - timedelta(days=days)


def _earlier_of_two_clocks(writing: Turn) -> datetime:
    """This machine's and the database's: what a clock that is ahead has cleared away does not come back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        there: datetime = cursor.fetchone()[0]
    return min(writing.now, there)


# --- Revisions ----------------------------------------------------------------------------------------------


def _over(writing: Turn, status: Status, before: datetime) -> QuerySet[Any]:
    ended = Coalesce("retired_at", "created_at")
    rows = Revision.objects.filter(workspace_id=writing.workspace, status=status)
    return rows.annotate(ended=ended).filter(ended__lt=before)


def _keep_out_rejected(writing: Turn, before: datetime | None) -> None:
    """Rejecting has excluded the texts; once their rows are gone nothing else would. What the owner has let
    in again since stays welcome.
    """
    if before is None:
        return
    hashes = set(_over(writing, Status.REJECTED, before).values_list("content_hash", flat=True))
    live = Revision.objects.filter(workspace_id=writing.workspace, status__in=LIVE, content_hash__in=hashes)
    exclude(writing.workspace, hashes - set(live.values_list("content_hash", flat=True)), reason=REJECTED)


def _clear_revisions(writing: Turn, status: Status, before: datetime | None, gone: set[UUID]) -> int:
    """Delete some rows at a time; adds the ids of their memories to `gone`."""
    if before is None:
        return 0
    count = 0
    while rows := list(_over(writing, status, before).values_list("pk", "memory_id")[:ROWS_AT_ONCE]):
        Revision.objects.filter(workspace_id=writing.workspace, pk__in=[pk for pk, _ in rows]).delete()
        gone.update(memory for _, memory in rows)
        count += len(rows)
    return count


def _clear_empty_memories(writing: Turn, touched: set[UUID]) -> int:
    empty = Memory.objects.filter(workspace_id=writing.workspace, pk__in=touched, revisions=None)
    return empty.delete()[0]


def _clear_answers(writing: Turn, before: datetime | None) -> int:
    """From then on a request with such a key is a new request."""
    if before is None:
        return 0
    over = IdempotentAnswer.objects.filter(workspace_id=writing.workspace, created_at__lt=before)
    return over.delete()[0]


def _clear_activity(writing: Turn, before: datetime | None) -> int:
    if before is None:
        return 0
    return Activity.objects.filter(workspace_id=writing.workspace, at__lt=before).delete()[0]


def _clear_handoffs(writing: Turn, before: datetime | None) -> int:
    """Those that were settled so long ago, with the answers that led to them. An open one always stays."""
    if before is None:
        return 0
    count = 0
    settled = Handoff.objects.filter(workspace_id=writing.workspace, settled_at__lt=before)
    answers = IdempotentAnswer.objects.filter(workspace_id=writing.workspace)
    while some := list(settled.values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        answers.filter(answer__handoff_id__in=[str(pk) for pk in some]).delete()
        settled.filter(pk__in=some).delete()
        count += len(some)
    return count


# --- Events -------------------------------------------------------------------------------------------------


def _clear_events(writing: Turn, before: datetime | None) -> tuple[int, dict[str, Any] | None]:
    """Delete the oldest stretch, every event of which is past the limit; also says where it ended."""
    chain = Event.objects.filter(workspace_id=writing.workspace)
    first = chain.order_by("sequence").first()
    if before is None or first is None or first.at >= before:
        return 0, None
    kept = chain.filter(at__gte=before).order_by("sequence").first()
    end = (kept.sequence - 1, kept.previous_hash) if kept else (writing.head.sequence, writing.head.hash)
    removed, _ = chain.filter(sequence__lte=end[0]).delete()
    FieldChange.objects.filter(workspace_id=writing.workspace, sequence__lte=end[0]).delete()
    return removed, {"sequence": end[0], "hash": end[1]}
