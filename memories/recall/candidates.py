"""Candidate passages of every channel (meaning, words, exact name) with what ranking needs to know.

The searching is SQL: sql/find_passages.sql and sql/search_words.sql. It is one call, because a journey and a
plan for each channel and each score took longer than the searching itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import starmap
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memories.models.vectors import literal
from memories.recall.answers import COLUMNS

CANDIDATES = 50  # passages per channel (profile lite; contract section 3)
WORD_BOUND = 2_000  # passages ranked by words at most, however many hold them


@dataclass(frozen=True, slots=True)
class Reach:
    """What a search may look at: workspaces, scopes (None: all), private ones, and the caller's
    conditions.
    """

    workspaces: Sequence[UUID]
    scopes: Sequence[str] | None
    private: bool
    filters: dict[str, Any] | None

    @property
    def params(self) -> dict[str, Any]:
        return {
            "workspaces": list(self.workspaces),
            "scopes": list(self.scopes) if self.scopes is not None else None,
            "private": self.private,
            "filters": json.dumps(self.filters) if self.filters else None,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """The text as it was asked, its terms, and its vector with the model that made it (None: words alone)."""

    text: str
    terms: Sequence[str]
    vector: NDArray[np.float32] | None = None
    model: str = ""


class Candidate(NamedTuple):
    """One passage with everything ranking looks at. `similarity` is the cosine, None without a comparable
    vector; `word_rank` Postgres' ts_rank over all query terms.
    """

    passage_id: int
    revision_id: UUID
    similarity: float | None
    word_rank: float
    status: str
    written_at: datetime


class Hit(NamedTuple):
    """A passage that one channel found, with both scores whichever it was, so that channels can be weighed
    fairly. `written` is in seconds since 1970; `waiting` counts the passages without a vector.
    """

    passage_id: int
    revision_id: UUID
    similarity: float | None
    word_rank: float
    status: str
    written: float
    channel: int
    waiting: int


# Of Hit.channel.
_MEANING, _WORDS, _NAME = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates, each once; which of them each channel found, best first; and how many passages have no
    vector yet.
    """

    candidates: Sequence[Candidate]
    meaning: Sequence[int]
    words: Sequence[int]
    name: Sequence[int]
    waiting: int


def find(reach: Reach, question: Question, *, most: int = CANDIDATES) -> Found:
    """The best `most` passages by meaning and by words, and those of memories called exactly as asked."""
    params = {
        **reach.params,
        "vector": None if question.vector is None else literal(question.vector),
        "model": question.model,
        "terms": list(question.terms),
        "name": question.text,
        "most": most,
        "bound": WORD_BOUND,
    }
    hits = list(starmap(Hit, _rows(_FINDING, params)))
    every = {hit.passage_id: hit for hit in hits}
    return Found(
        candidates=list(map(_candidate, every.values())),
        meaning=_ids(sorted(_of(hits, _MEANING), key=_by_similarity)),
        words=_ids(sorted(_of(hits, _WORDS), key=_by_rank)),
        name=_ids(_of(hits, _NAME)),
        waiting=hits[0].waiting if hits else waiting_for_vectors(reach.workspaces),
    )


_FINDING = """
    SELECT * FROM continuum_find_passages(
      %(workspaces)s::uuid[], %(vector)s::halfvec, %(model)s, %(terms)s::text[], %(name)s,
      %(scopes)s::text[], %(private)s, %(filters)s::jsonb, %(most)s, %(bound)s)"""


def _of(hits: Sequence[Hit], channel: int) -> list[Hit]:
    return [hit for hit in hits if hit.channel == channel]


def _ids(hits: Iterable[Hit]) -> list[int]:
    return list(dict.fromkeys(hit.passage_id for hit in hits))


def _by_similarity(hit: Hit) -> tuple[float, int]:
    return -(hit.similarity or 0.0), hit.passage_id


def _by_rank(hit: Hit) -> tuple[float, int]:
    return -hit.word_rank, hit.passage_id


def _candidate(hit: Hit) -> Candidate:
    return Candidate(*hit[:5], datetime.fromtimestamp(hit.written, UTC))


def read(reach: Reach, hits: Sequence[Candidate]) -> dict[int, dict[str, Any]]:
    """For each passage that still stands, the columns of answers.COLUMNS, its own text and section, and the
    names of memories that contradict it.
    """
    params = {
        **reach.params,
        "ids": [hit.passage_id for hit in hits],
        "revisions": [hit.revision_id for hit in hits],
    }
    rows = _rows(_READING, params) if hits else []
    return {row[0]: dict(zip(_READ, row[1:], strict=True)) for row in rows}


_READ = ("passage", "section", "may_conflict_with", *COLUMNS)
_READING = f"""
    WITH against AS MATERIALIZED (
      SELECT revision_id, array_agg(name) AS names FROM continuum_contradictions(
        %(workspaces)s::uuid[], %(revisions)s::uuid[], %(scopes)s::text[], %(private)s) GROUP BY 1)
    SELECT found.id, found.passage, found.section,
      coalesce((SELECT names FROM against WHERE revision_id = (revision).id), '{{}}'),
      {", ".join(COLUMNS.values())}
    FROM continuum_read_passages(%(ids)s::bigint[]) found"""  # noqa: S608 - column names of this package


def waiting_for_vectors(workspaces: Sequence[UUID]) -> int:
    """How many passages are found by words only, for now."""
    statement = (
        "SELECT count(*) FROM memories_passage WHERE workspace_id = ANY(%(workspaces)s) AND vector IS NULL"
    )
    return int(_rows(statement, {"workspaces": list(workspaces)})[0][0])


def _rows(statement: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
