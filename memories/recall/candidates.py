"""Candidate passages of every channel (meaning, words, exact name) with what ranking needs to know.

The searching is SQL: sql/find_passages.sql and sql/search_words.sql. It is two calls, what words find and
what meaning finds: a journey and a plan for each channel and each score took longer than the searching
itself, and words need not wait for the embedder.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
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

Vector = NDArray[np.float32]

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
    """The text as it was asked, and its terms."""

    text: str
    terms: Sequence[str]


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


class WordHit(NamedTuple):
    """A passage that holds the question's terms or bears its name, with its vector as pgvector sends it and
    that one's model. `written` is in seconds since 1970; `waiting` counts the passages without a vector.
    """

    passage_id: int
    revision_id: UUID
    word_rank: float
    status: str
    written: float
    vector: bytes | None
    model: str
    channel: int
    waiting: int


class MeaningHit(NamedTuple):
    """One of the passages nearest to the question."""

    passage_id: int
    revision_id: UUID
    similarity: float
    word_rank: float
    status: str
    written: float


# Of WordHit.channel.
_WORDS, _NAME = 1, 2


def by_words(reach: Reach, question: Question, *, most: int = CANDIDATES) -> list[WordHit]:
    """The best `most` passages by words, and those of memories called exactly what was asked."""
    asked = {"terms": list(question.terms), "name": question.text, "most": most, "bound": WORD_BOUND}
    return list(starmap(WordHit, _rows(_BY_WORDS, {**reach.params, **asked})))


def by_meaning(
    reach: Reach, question: Question, vector: Vector, *, model: str, most: int = CANDIDATES
) -> list[MeaningHit]:
    """The nearest `most` passages."""
    asked = {"vector": literal(vector), "model": model, "terms": list(question.terms), "most": most}
    return list(starmap(MeaningHit, _rows(_BY_MEANING, {**reach.params, **asked})))


_BY_WORDS = """
    SELECT * FROM continuum_find_by_words(%(workspaces)s::uuid[], %(terms)s::text[], %(name)s,
      %(scopes)s::text[], %(private)s, %(filters)s::jsonb, %(most)s, %(bound)s)"""
_BY_MEANING = """
    SELECT * FROM continuum_find_by_meaning(%(workspaces)s::uuid[], %(vector)s::halfvec, %(model)s,
      %(terms)s::text[], %(scopes)s::text[], %(private)s, %(filters)s::jsonb, %(most)s)"""


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates, and which of them each channel found, best first."""

    candidates: Sequence[Candidate]
    meaning: Sequence[int]
    words: Sequence[int]
    name: Sequence[int]


def joined(
    worded: Sequence[WordHit], meant: Sequence[MeaningHit], vector: Vector | None, *, model: str
) -> Found:
    """What either call found, each passage once, and with both scores whichever found it, so that channels
    can be weighed fairly.
    """
    similarity = {} if vector is None else similarities(worded, vector, model=model)
    similarity.update((hit.passage_id, hit.similarity) for hit in meant)
    near = sorted(meant, key=lambda hit: (-hit.similarity, hit.passage_id))
    every: dict[int, WordHit | MeaningHit] = {hit.passage_id: hit for hit in near}
    every.update((hit.passage_id, hit) for hit in worded)
    return Found(
        candidates=[_candidate(hit, similarity.get(passage)) for passage, hit in every.items()],
        meaning=list(dict.fromkeys(hit.passage_id for hit in near)),
        words=[hit.passage_id for hit in sorted(worded, key=_by_rank) if hit.channel == _WORDS],
        name=[hit.passage_id for hit in worded if hit.channel == _NAME],
    )


def similarities(hits: Sequence[WordHit], vector: Vector, *, model: str) -> dict[int, float]:
    """The cosine of each passage that has a vector of this model. Computed here rather than by the database,
    which would have to fetch the passages once more.
    """
    same = {hit.passage_id: hit.vector for hit in hits if hit.vector is not None and hit.model == model}
    if not same:
        return {}
    rows = (
        np.frombuffer(b"".join(same.values()), _SENT).reshape(len(same), -1)[:, _HEADER:].astype(np.float32)
    )
    asked = vector.astype(np.float16).astype(np.float32)  # as the database compares
    cosines = rows @ asked / (np.linalg.norm(rows, axis=1) * np.linalg.norm(asked))
    return dict(zip(same, cosines.tolist(), strict=True))


# How halfvec_send writes a vector: its length and an unused number, then half-precision numbers, big-endian.
_SENT = np.dtype(">f2")
_HEADER = 2


def _candidate(hit: WordHit | MeaningHit, similarity: float | None) -> Candidate:
    written_at = datetime.fromtimestamp(hit.written, UTC)
    return Candidate(hit.passage_id, hit.revision_id, similarity, hit.word_rank, hit.status, written_at)


def _by_rank(hit: WordHit) -> tuple[float, int]:
    return -hit.word_rank, hit.passage_id


def read(passage_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """For each passage that still stands, the columns of answers.COLUMNS and its own text and section."""
    rows = _rows(_READING, {"ids": list(passage_ids)}) if passage_ids else []
    return {row[0]: dict(zip(_READ, row[1:], strict=True)) for row in rows}


_READ = ("passage", "section", *COLUMNS)
_READING = f"""
    SELECT found.id, found.passage, found.section, {", ".join(COLUMNS.values())}
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
