"""What is claimed of things: facts held now, or as they were.

Two questions look back. `known_at`: what was held then, from being learned to being retired. `as_of`: what
was true then, as far as is known now or was at `known_at`; a fact that was contradicted or replaced since
was true until what came after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import FloatField, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid
from memories.models import Fact
from memories.recall.cursors import cursor_for, fingerprint_of, position_in
from memories.recall.naming import Reader, cluster_named, names_of
from memories.recall.query import DEFAULT_LIMIT, MAX_LIMIT, checked_query
from memories.text.days import instant_on
from memories.text.errors import TextError
from memories.text.normalise import forgiving
from memories.text.words import query_terms

MOST_RANKED = 5_000  # facts by their words, where more than words is asked of them
_TRUE_BEFORE = (Fact.Retired.CONTRADICTED, Fact.Retired.REPLACED)


@dataclass(frozen=True, slots=True)
class Claimed:
    """One fact as it is told: `memory` is the name of the memory that says so, `retired_at` since when it
    is held no longer, and `retired_for` why.
    """

    id: UUID
    workspace: str
    subject: str
    predicate: str
    object: str
    statement: str
    memory: str
    valid_from: datetime
    valid_until: datetime | None
    learned_at: datetime
    retired_at: datetime | None
    retired_for: str
    confidence: float
    extracted_by: str


@dataclass(frozen=True, slots=True)
class FactsPage:
    facts: Sequence[Claimed]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """When is looked at: what was true at one moment, what was held at one; None stands for now."""

    true_at: datetime | None = None
    known_at: datetime | None = None

    @property
    def is_now(self) -> bool:
        return self.true_at is None and self.known_at is None


@verb
def list_facts(
    actor: Actor,
    *,
    query: str | None = None,
    workspace: str | None = None,
    entity: str | None = None,
    predicate: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    include_retired: bool = False,
    task_id: str | None = None,
    private: bool = False,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> FactsPage:
    """Facts of a workspace and the reader's default one: what is held now, newest first, unless a past or
    what was `retired` is asked for. With a `query`, those that hold its words, best first, of what is held
    now.

    Raises Forbidden, NotFound (the workspace, the entity), ValidationFailed.
    """
    actor.require(Permission.READ)
    wanted = checked_query(
        actor, query=query, workspace=workspace, task_id=task_id, private=private, limit=limit
    )
    where = access.reading_ids(actor, wanted.workspace)
    moment = moment_of(actor, as_of=as_of, known_at=known_at)
    reader = Reader(actor, where, wanted.task_id, wanted.private)
    rows = at_moment(reader.facts(), moment, include_retired=include_retired)
    rows = rows if entity is None else about(rows, cluster_named(reader, entity).ids)
    rows = rows.filter(predicate=forgiving(predicate)) if predicate else rows
    if wanted.text is not None:
        if not moment.is_now:
            raise invalid(
                "query", "Words are looked for in what is held now; leave the query out for a past."
            )
        if entity is not None:
            return _best_of_few(reader, rows, wanted.text, wanted.limit)
        return _best(reader, rows, wanted.text, wanted.limit, most=MOST_RANKED if predicate else MAX_LIMIT)
    asked = [wanted.fingerprint(actor), entity, predicate, as_of, known_at, include_retired]
    return _page(reader, rows, fingerprint_of(asked), wanted.limit, cursor)


def moment_of(actor: Actor, *, as_of: str | None, known_at: str | None) -> Moment:
    return Moment(_instant(actor, "as_of", as_of), _instant(actor, "known_at", known_at))


def _instant(actor: Actor, field: str, value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        return instant_on(value, actor.timezone)
    except TextError as error:
        raise invalid(field, str(error)) from None


def at_moment(rows: QuerySet[Fact], moment: Moment, *, include_retired: bool = False) -> QuerySet[Fact]:
    """Those that were held, or true, at a moment. An archived memory's are in no past but what was held
    then.
    """
    if moment.is_now:
        return rows if include_retired else rows.filter(retired_at=None)
    known = moment.known_at or timezone.now()
    held = Q(retired_at=None) | Q(retired_at__gt=known)
    if moment.true_at is None:
        return rows.filter(held, learned_at__lte=known)
    begun = rows.filter(learned_at__lte=known, valid_from__lte=moment.true_at)
    going_on = held & (Q(said_until=None) | Q(said_until__gt=moment.true_at))
    was_true = Q(retired_at__lte=known, retired_for__in=_TRUE_BEFORE, valid_until__gt=moment.true_at)
    return begun.filter(going_on | was_true)


def about(rows: QuerySet[Fact], entity_ids: Sequence[UUID]) -> QuerySet[Fact]:
    """Those that speak of these entities, as subject or object.

    Two scans that are added up, not one of an OR: under row-level security Postgres takes no index for an OR,
    and reads the whole table.
    """
    as_subject = rows.filter(subject_id__in=entity_ids).order_by().values("pk")
    as_object = rows.filter(object_entity_id__in=entity_ids).order_by().values("pk")
    return rows.filter(pk__in=as_subject.union(as_object, all=True))


def held_by_words(reader: Reader, text: str) -> list[Fact]:
    """The facts held now that hold words of a text, with their memories and subjects, best first."""
    ranks = _ranks(reader, text, most=MAX_LIMIT)
    found = reader.facts().filter(pk__in=ranks, retired_at=None).select_related("memory", "subject")
    return sorted(found, key=lambda fact: (-ranks[fact.pk], fact.pk.int))


def _best(reader: Reader, rows: QuerySet[Fact], text: str, limit: int, *, most: int) -> FactsPage:
    ranks = _ranks(reader, text, most=most)
    found = rows.filter(pk__in=ranks)
    first = sorted(found.values_list("pk", flat=True), key=lambda pk: (-ranks[pk], pk.int))[:limit]
    told = {fact.id: fact for fact in claimed(reader, rows.filter(pk__in=first))}
    return FactsPage([told[pk] for pk in first if pk in told])


def _best_of_few(reader: Reader, rows: QuerySet[Fact], text: str, limit: int) -> FactsPage:
    """Of what is said of one thing: each is compared, so that what else holds these words crowds none out."""
    terms = [list(query_terms(text).searched)]
    rank = RawSQL(_RANK, terms, output_field=FloatField())  # noqa: S611 - the terms are a parameter
    ranked = rows.annotate(rank=rank).filter(rank__gt=0, retired_at=None)
    return FactsPage(claimed(reader, ranked.order_by("-rank", "pk")[:limit]))


# As sql/facts.sql ranks.
_RANK = "ts_rank('{0.4, 0.6, 0.8, 1.0}', memories_fact.words, continuum_any_of(%s::text[]))"


def _ranks(reader: Reader, text: str, *, most: int) -> dict[UUID, float]:
    params: dict[str, Any] = {
        "asked": list(reader.workspaces),
        "terms": list(query_terms(text).searched),
        "reaches": access.reaches(reader.actor, task_id=reader.task_id),
        "private": reader.private,
        "most": most,
    }
    with connection.cursor() as running:
        running.execute(_SEARCH, params)
        return dict(running.fetchall())


_SEARCH = """
    SELECT fact_id, rank FROM continuum_search_facts(
      %(asked)s::uuid[], %(terms)s::text[], %(reaches)s::text[], %(private)s, %(most)s)"""


def _page(
    reader: Reader, rows: QuerySet[Fact], fingerprint: str, limit: int, cursor: str | None
) -> FactsPage:
    position = position_in(cursor, fingerprint)
    if position is not None:
        learned, last = datetime.fromisoformat(position[0]), UUID(position[1])
        rows = rows.filter(Q(learned_at__lt=learned) | Q(learned_at=learned, pk__lt=last))
    page = claimed(reader, rows.order_by("-learned_at", "-pk")[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    place = [page[-1].learned_at.isoformat(), str(page[-1].id)] if more else None
    return FactsPage(page, cursor_for(fingerprint, place) if place else None)


def claimed(reader: Reader, rows: QuerySet[Fact]) -> list[Claimed]:
    """The facts as they are told, each thing by the name of what it was merged into."""
    found = list(rows.select_related("memory", "subject").defer("words"))
    names = names_of(reader, {fact.subject.merged_into_id for fact in found if fact.subject.merged_into_id})
    return [
        Claimed(
            id=fact.pk,
            workspace=access.workspace_name(reader.actor, fact.workspace_id),
            subject=names.get(fact.subject.merged_into_id or fact.subject_id, fact.subject.name),
            predicate=fact.predicate,
            object=fact.object,
            statement=fact.statement,
            memory=fact.memory.name,
            valid_from=fact.valid_from,
            valid_until=fact.valid_until,
            learned_at=fact.learned_at,
            retired_at=fact.retired_at,
            retired_for=fact.retired_for,
            confidence=fact.confidence,
            extracted_by=fact.extracted_by,
        )
        for fact in found
    ]
