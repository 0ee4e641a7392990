"""Finding again in the past: what was held, or true, at a moment and answers a query.

Texts that are over have no passages. They are compared whole: by the fingerprint that each revision keeps,
and by the words they share with the query.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

import numpy as np
from django.db.models import Q, QuerySet
from numpy.typing import NDArray
from pgvector.django import CosineDistance

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.engines.configured import Embedded, embedded
from memories.errors import invalid
from memories.models import Revision
from memories.recall.answers import Recalled, Receipt
from memories.recall.as_of import as_it_was, held_or_true
from memories.recall.cursors import cursor_for, position_in
from memories.recall.query import QUERY_DEADLINE_SECONDS, checked_query
from memories.recall.ranking import MEANING_WEIGHT, WORDS_WEIGHT, floor_of
from memories.text.words import index_terms, query_terms

NEAREST = 100  # texts by meaning
SHARING = 200  # texts that hold a word of the query, the newest of them
WORDS = 12  # of a query that texts are looked through for
MODE = "as-of"


def recall_as_of(
    actor: Actor,
    *,
    query: str,
    at: str | None = None,
    known_at: str | None = None,
    cursor: str | None = None,
    **asked: Any,
) -> Recalled:
    """The memories as they were that answer a query, best first. `at` and `known_at` as in `as_of`, filters
    as in `recall` but for statuses. Raises Forbidden, NotFound (the workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    wanted = checked_query(actor, query=query, **asked)
    access.asked_private(actor, wanted.private)
    if asked.get("statuses"):
        raise invalid("statuses", "Only what was active is looked back at; leave the statuses out.")
    moment, rows = held_or_true(actor, wanted, at=at, known_at=known_at)
    fingerprint = f"{wanted.fingerprint(actor)}:{moment}"
    start = int(position_in(cursor, fingerprint) or 0)
    made = embedded([wanted.text or ""], seconds=QUERY_DEADLINE_SECONDS)
    hits = _ranked(rows, wanted.text or "", made)
    page, more = hits[start : start + wanted.limit], len(hits) > start + wanted.limit
    return Recalled(
        memories=[replace(as_it_was(actor, row), receipt=receipt) for row, receipt in page],
        mode=MODE,
        mode_reason=made.reason,
        candidates=len(hits),
        next_cursor=cursor_for(fingerprint, start + wanted.limit) if more else None,
    )


def _ranked(rows: QuerySet[Any], text: str, made: Embedded) -> list[tuple[Revision, Receipt]]:
    terms = frozenset(query_terms(text).searched)
    cosines = _near(rows, made)
    found = {row.pk: row for row in rows.filter(pk__in=list(cosines)).select_related("memory")}
    found |= {row.pk: row for row in _sharing(rows, terms)}
    shares = {pk: _share(row, terms) for pk, row in found.items()}
    floor = floor_of(made.model)
    best_cosine = max((cosine - floor for cosine in cosines.values()), default=0.0)
    best_share = max(shares.values(), default=0.0)
    hits = []
    for pk, row in found.items():
        over = max(cosines.get(pk, 0.0) - floor, 0.0)
        if over <= 0 and shares[pk] <= 0:
            continue
        meaning = over / best_cosine if best_cosine > 0 else 0.0
        words = shares[pk] / best_share if best_share > 0 else 0.0
        score = MEANING_WEIGHT * meaning + WORDS_WEIGHT * words
        hits.append((row, _receipt(score, cosines.get(pk), shares[pk], near=over > 0)))
    return sorted(hits, key=lambda hit: (-hit[1].score, str(hit[0].pk)))


def _near(rows: QuerySet[Any], made: Embedded) -> Mapping[UUID, float]:
    """The cosines of the nearest whole texts, by revision; none without a vector to compare."""
    if made.vectors is None:
        return {}
    vector: NDArray[np.float32] = made.vectors[0]
    distance = CosineDistance("fingerprint__vector", vector.tolist())
    near = rows.filter(fingerprint__model=made.model, fingerprint__dimensions=len(vector))
    pairs = near.annotate(distance=distance).order_by("distance").values_list("pk", "distance")[:NEAREST]
    return {pk: 1.0 - float(apart) for pk, apart in pairs}


def _sharing(rows: QuerySet[Any], terms: frozenset[str]) -> Sequence[Any]:
    """The newest texts in which a word of the query stands, or what it is a stem of."""
    words = sorted(terms, key=len, reverse=True)[:WORDS]
    if not words:
        return []
    holding = reduce(or_, (Q(content__icontains=word) | Q(memory__name__icontains=word) for word in words))
    return list(rows.filter(holding).select_related("memory").order_by("-start", "pk")[:SHARING])


def _share(row: Any, terms: frozenset[str]) -> float:
    """How many of the query's words stand in the text, 0 to 1."""
    own = {term for term, _ in index_terms(f"{row.memory.name}\n{row.description}\n{row.content}")}
    return len(terms & own) / len(terms) if terms else 0.0


def _receipt(score: float, cosine: float | None, share: float, *, near: bool) -> Receipt:
    said = {"close in meaning": near, "shares words": share > 0}
    return Receipt(
        score=round(score, 4),
        ranks={},
        similarity=None if cosine is None else round(cosine, 4),
        word_rank=round(share, 4),
        passage="",
        section="",
        reasons=[reason for reason, holds in said.items() if holds],
    )
