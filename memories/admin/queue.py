"""The queue as one query: everything a row of the list shows, however many rows there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.enums import TextChoices
from django.db.models.functions import Coalesce, Left, Length
from django.utils.translation import gettext_lazy as _

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Proposal, Revision, Status
from memories.models.outdated import OUTDATED, moves_under, with_moves
from memories.services.events import PROPOSED_AGAIN

PREVIEW = 280  # characters of a text that the list shows
LARGE = ("content", "value", "patch", "description")


class State(TextChoices):
    """What a person should know before deciding; a proposal may be in several."""

    NEW = "new", _("new")
    CHANGE = "change", _("change")
    STALE = "stale", _("changed since")
    FAILED = "failed", _("failed")
    CONTRADICTS = "contradicts", _("contradicts")


CONDITIONS = {
    State.NEW: Q(memory__version=0),
    State.CHANGE: Q(memory__version__gt=0),
    State.STALE: OUTDATED,
    State.FAILED: ~Q(failure=""),
    State.CONTRADICTS: Q(conflicts_with__len__gt=0),
}


def waiting(proposals: QuerySet[Proposal], actor: Actor) -> QuerySet[Proposal]:
    """The proposals that this person may decide on, as far as they may see the memories."""
    where = actor.where(Permission.REVIEW)
    seen = access.memories(actor, where)
    return proposals.filter(workspace_id__in=where, memory__in=seen).select_related("memory")


def listed(proposals: QuerySet[Proposal], actor: Actor) -> QuerySet[Proposal]:
    """With `preview`, `length`, `again` and the names of the first similar and contradicting memory beside
    each row, and without its text.
    """
    where = list(actor.workspaces.values())
    named = access.memories(actor, where).filter(workspace_id=OuterRef("workspace_id")).values("name")
    return (
        with_moves(proposals)
        .defer(*LARGE)
        .annotate(
            preview=Left("content", PREVIEW),
            length=Length("content"),
            again=Coalesce(Subquery(_times(where), output_field=IntegerField()), 0),
            similar_name=Subquery(named.filter(pk=OuterRef("similar__0"))[:1]),
            against_name=Subquery(named.filter(pk=OuterRef("conflicts_with__0"))[:1]),
        )
    )


def _times(where: Sequence[UUID]) -> QuerySet[Any, Any]:
    """How often the same text was proposed again while it waited."""
    asked = access.events_in(where).filter(
        workspace_id=OuterRef("workspace_id"),
        memory_id=OuterRef("memory_id"),
        revision_id=OuterRef("pk"),
        action=PROPOSED_AGAIN,
    )
    return asked.order_by().values("revision_id").annotate(times=Count("*")).values("times")


def states_of(proposal: Revision) -> list[State]:
    """The states of one row, read from what the list has fetched already."""
    found = [State.CHANGE if proposal.memory.version else State.NEW]
    if moves_under(proposal):
        found.append(State.STALE)
    if proposal.failure:
        found.append(State.FAILED)
    if proposal.conflicts_with:
        found.append(State.CONTRADICTS)
    return found


def count_states(proposals: QuerySet[Proposal]) -> dict[str, int]:
    """How many wait in each state, in one query; under `""` how many wait in all."""
    counts = {state.value: Count("pk", filter=condition) for state, condition in CONDITIONS.items()}
    found = proposals.order_by().aggregate(all=Count("pk"), **counts)
    return {"": found.pop("all"), **found}


def count_waiting(actor: Actor) -> int:
    """How many proposals wait for this person, in all of their workspaces."""
    return access.revisions(actor.where(Permission.REVIEW)).filter(status=Status.PROPOSED).count()
