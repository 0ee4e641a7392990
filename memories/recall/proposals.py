"""The queue of proposals, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Event, RecallTier, Revision, Status
from memories.models.events import PROPOSED_AGAIN
from memories.models.outdated import moves_under, with_moves
from memories.recall.cursors import cursor_for, position_in
from memories.recall.query import DEFAULT_LIMIT, MAX_LIMIT
from memories.text.rules import rule_sentences

_FIELDS = ("kind", "tags", "recall_tier", "sensitivity", "expires_at", "check_by")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that waits for a person, and where. The memory comes along with the revision. `similar` and
    `may_conflict_with` are the memories that nearly say the same, and that say something else of the same;
    `supersedes` those that approving it retires.
    """

    revision: Revision
    workspace: str
    similar: Sequence[str] = ()
    may_conflict_with: Sequence[str] = ()
    supersedes: Sequence[str] = ()

    @property
    def outdated_because(self) -> list[str]:
        """What has moved since this was proposed, a sentence each."""
        return [move.sentence for move in moves_under(self.revision)]

    @property
    def outdated(self) -> bool:
        return bool(self.outdated_because)

    @property
    def again(self) -> int:
        """How often the same text was proposed once more while it waited: folded into this one."""
        return int(getattr(self.revision, "again", 0))

    @property
    def becomes(self) -> dict[str, Any]:
        """The memory's fields as they are once it is approved."""
        memory = self.revision.memory
        return {field: self.revision.changes.get(field, getattr(memory, field)) for field in _FIELDS}

    @property
    def rule_sentences(self) -> list[str]:
        """Sentences that read like standing rules, unless it is to be one. Read anew each time."""
        tier = self.revision.changes.get("recall_tier", self.revision.memory.recall_tier)
        return [] if tier == RecallTier.ALWAYS else rule_sentences(self.revision.content)


@dataclass(frozen=True, slots=True)
class Proposals:
    """One page of what waits, newest first, and how many wait in all."""

    proposals: Sequence[Proposal]
    waiting: int
    next_cursor: str | None = None


def page_of_proposals(
    actor: Actor, *, workspace: str | None = None, limit: int = DEFAULT_LIMIT, cursor: str | None = None
) -> Proposals:
    """What waits in one workspace or, without a name, in all of the actor's.

    The cursor stays good while proposals are decided. Raises Forbidden, NotFound (the workspace),
    ValidationFailed (limit, cursor).
    """
    actor.require(Permission.REVIEW)
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    where = access.workspace_ids(actor, workspace, Permission.REVIEW)
    bound_to = f"proposals:{actor.user_id}:{workspace or ''}"
    queue = queue_of(actor, where)
    rows = list(_after(queue, position_in(cursor, bound_to))[: limit + 1])
    page = rows[:limit]
    return Proposals(
        proposals=with_what_is_beside(actor, page),
        waiting=queue.count(),
        next_cursor=cursor_for(bound_to, _place(page[-1])) if len(rows) > limit else None,
    )


def count_waiting(actor: Actor) -> int:
    """How many proposals wait in all of the actor's workspaces; as far as they are this actor's to decide."""
    if not actor.holds_anywhere(Permission.REVIEW):
        return 0
    return queue_of(actor, actor.where(Permission.REVIEW)).count()


def with_what_is_beside(actor: Actor, page: Sequence[Revision]) -> list[Proposal]:
    """The rows with the names of the memories that they speak of, in one query for all."""
    wanted = {other for row in page for other in (*row.similar, *row.conflicts_with, *row.supersedes)}
    seen = access.memories(actor, actor.workspaces.values(), every_task=True).filter(pk__in=wanted)
    names = dict(seen.values_list("pk", "name")) if wanted else {}
    return [
        Proposal(
            row,
            access.workspace_name(actor, row.workspace_id),
            similar=[names[other] for other in row.similar if other in names],
            may_conflict_with=[names[other] for other in row.conflicts_with if other in names],
            supersedes=[names[other] for other in row.supersedes if other in names],
        )
        for row in page
    ]


def queue_of(actor: Actor, where: Sequence[UUID]) -> QuerySet[Revision]:
    """Of memories that this actor may see: the right to decide is no right to read what is private."""
    seen = access.memories(actor, where, every_task=True)
    waiting = with_moves(access.revisions(where).filter(status=Status.PROPOSED, memory__in=seen))
    again = Coalesce(Subquery(_times_again(where), output_field=IntegerField()), 0)
    return waiting.annotate(again=again).select_related("memory").order_by("-created_at", "pk")


def _times_again(where: Sequence[UUID]) -> QuerySet[Event, Any]:
    """How often the same text was proposed again while it waited."""
    told = access.events_in(where).filter(
        workspace_id=OuterRef("workspace_id"),
        memory_id=OuterRef("memory_id"),
        revision_id=OuterRef("pk"),
        action=PROPOSED_AGAIN,
    )
    return told.order_by().values("revision_id").annotate(times=Count("*")).values("times")


def _after(queue: QuerySet[Revision], position: Sequence[str] | None) -> QuerySet[Revision]:
    if position is None:
        return queue
    moment, last = datetime.fromisoformat(position[0]), UUID(position[1])
    return queue.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__gt=last))


def _place(row: Revision) -> list[str]:
    return [row.created_at.isoformat(), str(row.pk)]
