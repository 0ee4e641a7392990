"""Finding again: access -> candidates by channel -> one pure ranking -> memories with receipts. One pass."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.engines.configured import begin_embedding
from memories.errors import invalid
from memories.recall import candidates
from memories.recall.answers import Recalled, Receipt, Remembered, remembered_row
from memories.recall.as_of import as_of as past
from memories.recall.asked import Asked
from memories.recall.candidates import Question, Reach
from memories.recall.cursors import cursor_for, position_in
from memories.recall.explaining import Searched
from memories.recall.explaining import explain as why
from memories.recall.listing import listed
from memories.recall.past_search import recall_as_of
from memories.recall.profiles import profile
from memories.recall.query import QUERY_DEADLINE_SECONDS, Query, checked_query
from memories.recall.ranking import Ranked, ranked
from memories.recall.reranking import Reordered, reordered
from memories.text.claims.spans import spans_of
from memories.text.words import query_terms


@verb
def recall(
    actor: Actor,
    *,
    query: str | None = None,
    cursor: str | None = None,
    explain: str | None = None,
    as_of: str | None = None,
    known_at: str | None = None,
    **asked: Any,
) -> Recalled:
    """The memories that answer a query, best first, or, without one, those that fit the filters, newest
    first.

    Filters: workspace (read together with the reader's default one), names, kinds, tags, tiers, scopes,
    statuses, trust, since/until (ISO dates in the reader's zone), task_id, private, limit 1 to 100. `explain`
    names a memory of which the answer then says why it did, or did not, come back. `as_of` and `known_at`
    look back: at what was true then, at what was held then (recall.past_search). Raises Forbidden, NotFound
    (the workspace), ValidationFailed (any field, a foreign cursor).
    """
    actor.require(Permission.READ)
    if as_of is not None or known_at is not None:
        return _in_the_past(actor, query, explain, at=as_of, known_at=known_at, cursor=cursor, **asked)
    wanted = checked_query(actor, query=query, **asked)
    workspaces = access.reading_ids(actor, wanted.workspace)
    private = access.asked_private(actor, wanted.private)
    reach = Reach(workspaces, access.reaches(actor, task_id=wanted.task_id), private, wanted.filters)
    if wanted.text is None:
        page = listed(actor, wanted, workspaces, cursor)
        return page if explain is None else replace(page, explanation=why(actor, wanted, reach, name=explain))
    return _searched(actor, wanted, reach, cursor, explain)


def _in_the_past(actor: Actor, query: str | None, explain: str | None, **asked: Any) -> Recalled:
    if explain is not None:
        raise invalid("explain", "What is missing is explained for now alone; leave the moment out.")
    return past(actor, **asked) if query is None else recall_as_of(actor, query=query, **asked)


def _searched(actor: Actor, wanted: Query, reach: Reach, cursor: str | None, explain: str | None) -> Recalled:
    fingerprint = wanted.fingerprint(actor)
    start, said = _position(position_in(cursor, fingerprint))
    most = max(profile().candidates, wanted.limit)
    search = _search(wanted.text or "", reach, zone=actor.timezone, most=most)
    found = _reordered(search, reach, said=said)
    end = start + wanted.limit
    seen = Searched(search.question, most, found.hits, start, wanted.limit)
    return Recalled(
        memories=_read(actor, found.hits[start:end], reach),
        mode="words-only" if search.without_meaning else "hybrid",
        mode_reason="; ".join(filter(None, (search.without_meaning, found.reason))),
        candidates=len(found.hits),
        still_indexing=search.waiting,
        next_cursor=cursor_for(fingerprint, [end, list(found.said.items())])
        if len(found.hits) > end
        else None,
        explanation=None if explain is None else why(actor, wanted, reach, name=explain, searched=seen),
    )


def _position(position: Any) -> tuple[int, dict[int, float] | None]:
    """Where a page starts, and what the reranker said for the first one; None where there was none."""
    if position is None:
        return 0, None
    start, said = position
    return start, dict(said)


def _reordered(search: _Search, reach: Reach, *, said: Mapping[int, float] | None) -> Reordered:
    """As the reranker would have it, where one is configured: it is asked for the first page alone."""
    if said is None and not settings.RERANKER:
        return Reordered(search.hits)
    return reordered(search.question.text, search.hits, reach, said=said)


@dataclass(frozen=True, slots=True)
class _Search:
    """The question as it was searched for; what was found, best first; why meaning was no part of it, if it
    was not; passages without vectors.
    """

    question: Question
    hits: Sequence[Ranked]
    without_meaning: str
    waiting: int


def _search(text: str, reach: Reach, *, zone: str, most: int) -> _Search:
    embedding = begin_embedding([text], seconds=QUERY_DEADLINE_SECONDS)
    terms = query_terms(text).searched  # all this while the embedder works
    words = candidates.find_words(reach, terms, most=most)
    asked = Asked.of(text, now=timezone.now(), zone=zone)
    things = spans_of(text)
    made = embedding()
    vector = None if made.vectors is None else made.vectors[0]
    question = Question(text, terms, vector, made.model, things)
    found = candidates.find(reach, question, most=most, words=words)
    return _Search(
        question=question,
        hits=ranked(found, asked=asked, model=made.model, now=time.time(), fusion=settings.FUSION),
        without_meaning=made.reason,
        waiting=found.waiting,
    )


def _read(actor: Actor, page: Sequence[Ranked], reach: Reach) -> list[Remembered]:
    """The memories of a page with their receipts, in its order; without those that went since they
    were found.
    """
    rows = candidates.read(reach, [hit.candidate for hit in page])
    names = {workspace: name for name, workspace in actor.workspaces.items()}
    return [
        _remembered(hit, rows[hit.candidate.passage_id], names)
        for hit in page
        if hit.candidate.passage_id in rows
    ]


def _remembered(hit: Ranked, row: Mapping[str, Any], names: Mapping[UUID, str]) -> Remembered:
    receipt = Receipt(
        score=round(hit.score, 4),
        ranks=hit.ranks,
        similarity=None if hit.candidate.similarity is None else round(hit.candidate.similarity, 4),
        word_rank=round(hit.candidate.word_rank, 4),
        passage=row["passage"],
        section=row["section"],
        reasons=hit.reasons,
        reranked=None if hit.reranked is None else round(hit.reranked.said, 4),
    )
    return remembered_row(row, workspace=names[row["workspace_id"]], receipt=receipt)
