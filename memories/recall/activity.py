"""What was done for clients: contexts and answers that they were given, pages that were fetched for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, CharField, Q, QuerySet, Value, When

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Activity
from memories.recall.chronicle import About, abouts, checked_limit, moment, workspaces_of
from memories.recall.cursors import cursor_for, fingerprint_of, position_in
from memories.recall.query import DEFAULT_LIMIT
from memories.text.normalise import forgiving

INJECTION, RECALL, WEB = "injection", "recall", "web"
SORTS = (INJECTION, RECALL, WEB)
RECALLS = ("recall",)
"""What a row of a recall is called (services.activities)."""
_UNASKED = ("hook/", "memory://")

SORT = Case(
    When(what__in=RECALLS, then=Value(RECALL)),
    *(When(what__startswith=start, then=Value(INJECTION)) for start in _UNASKED),
    default=Value(WEB),
    output_field=CharField(),
)


@dataclass(frozen=True, slots=True)
class Given:
    """One memory that was given, and why. Without `memory` it is gone, or hidden from this reader."""

    memory: About | None
    shown: str
    reasons: Sequence[str]
    score: float | None


@dataclass(frozen=True, slots=True)
class Done:
    """One row: what was done for whom, how it ended, what was given; `hosts` are those of fetched pages and
    `addresses` how many pages they were.
    """

    id: int
    at: datetime
    workspace: str
    what: str
    sort: str
    outcome: str
    client: str
    agent: str
    characters: int
    milliseconds: float
    best_similarity: float | None
    given: Sequence[Given]
    hosts: Sequence[str]
    addresses: int
    failure: str


@dataclass(frozen=True, slots=True)
class Doings:
    """One page, newest first."""

    rows: Sequence[Done]
    next_cursor: str | None = None


def list_activity(
    actor: Actor,
    *,
    workspace: str | None = None,
    sort: str | None = None,
    outcome: str | None = None,
    agent: str | None = None,
    since: str | None = None,
    until: str | None = None,
    private: bool = False,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> Doings:
    """What was done in one workspace or, without a name, in all of the actor's. `sort` is one of SORTS,
    `agent` the name of an agent or the key of a client. Raises Forbidden, NotFound (the workspace),
    ValidationFailed (any field, a foreign cursor).
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    where = workspaces_of(actor, workspace)
    rows: QuerySet[Any] = access.activity(where).annotate(sort=SORT)
    rows = _only(rows, "sort", sort, SORTS)
    rows = _only(rows, "outcome", outcome, Activity.Outcome.values)
    rows = rows.filter(Q(agent=forgiving(agent)) | Q(client=forgiving(agent))) if agent else rows
    begin, end = moment(actor, "since", since, end=False), moment(actor, "until", until, end=True)
    rows = rows.filter(at__gte=begin) if begin else rows
    rows = rows.filter(at__lt=end) if end else rows
    asked = [actor.user_id, sorted(map(str, where)), sort, outcome, agent, since, until, private]
    bound_to = fingerprint_of(asked)
    position = position_in(cursor, bound_to)
    if position is not None:
        at, last = datetime.fromisoformat(position[0]), position[1]
        rows = rows.filter(Q(at__lt=at) | Q(at=at, pk__lt=last))
    page = _newest(rows, where, checked_limit(limit) + 1)
    return _told(actor, page, limit, bound_to, private=private)


def _only(rows: QuerySet[Any], field: str, value: str | None, choices: Sequence[str]) -> QuerySet[Any]:
    if not value:
        return rows
    if value not in choices:
        raise invalid(field, f"The {field} is one of {', '.join(choices)}.")
    return rows.filter(**{field: value})


def _told(actor: Actor, page: list[Any], limit: int, bound_to: str, *, private: bool) -> Doings:
    more, page = len(page) > limit, page[:limit]
    names = abouts(actor, (pk for row in page for pk in row.memory_ids), private=private)
    place = [page[-1].at.isoformat(), page[-1].pk] if more else None
    return Doings([_done(actor, row, names) for row in page], cursor_for(bound_to, place) if place else None)


def _newest(rows: QuerySet[Any], where: Sequence[UUID], most: int) -> list[Any]:
    """Each workspace's newest, which stand at the beginning of an index, then the newest of those."""
    order = ("-at", "-id")
    first, *others = (rows.filter(workspace_id=each).order_by(*order)[:most] for each in where)
    return list(first.union(*others, all=True).order_by(*order)[:most] if others else first)


def _done(actor: Actor, row: Any, names: Mapping[UUID, About]) -> Done:
    first = row.items[0] if row.sort == WEB and row.items else {}
    return Done(
        id=row.pk,
        at=row.at,
        workspace=access.workspace_name(actor, row.workspace_id),
        what=row.what,
        sort=row.sort,
        outcome=row.outcome,
        client=row.client,
        agent=row.agent,
        characters=row.characters,
        milliseconds=row.milliseconds,
        best_similarity=row.best_similarity,
        given=[_given(item, names) for item in row.items if "memory_id" in item],
        hosts=list(first.get("hosts", [])),
        addresses=int(first.get("count", 0)),
        failure=str(first.get("failure", "")),
    )


def _given(item: Mapping[str, Any], names: Mapping[UUID, About]) -> Given:
    return Given(
        memory=names.get(UUID(item["memory_id"])),
        shown=str(item.get("shown", "")),
        reasons=[str(reason) for reason in item.get("reasons", [])],
        score=item.get("score"),
    )
