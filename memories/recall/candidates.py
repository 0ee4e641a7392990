"""Candidate passages of every channel (meaning, words, exact name) with what ranking needs to know, in one
statement.

Every statement names the workspaces itself although row-level security would do: the names choose the index.
One statement, because each costs a journey and a plan, which together took longer than the searching itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memories.models.vectors import literal
from memories.recall.answers import COLUMNS

CANDIDATES = 50  # passages per channel (profile lite; contract section 3)
WORD_BOUND = 2_000  # passages ranked by words at most, however many hold them

# Vector sizes with an index of their own: migration 0002.
INDEXED_DIMENSIONS = frozenset({384, 512, 768, 1024, 1536, 3072})


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

    @property
    def condition(self) -> str:
        """The same limits as continuum_search_words keeps, on a passage called p."""
        parts = ["p.workspace_id = ANY(%(workspaces)s)", "(p.expires_at IS NULL OR p.expires_at > now())"]
        if not self.private:
            parts.append("NOT p.private")
        if self.scopes is not None:
            parts.append("p.reach = ANY(%(scopes)s)")
        if self.filters:
            parts.append("continuum_passes(p.memory_id, p.revision_id, %(filters)s::jsonb)")
        return " AND ".join(parts)


@dataclass(frozen=True, slots=True)
class Question:
    """The text as it was asked, its terms, and its vector with the model that made it (None: words alone)."""

    text: str
    terms: Sequence[str]
    vector: NDArray[np.float32] | None
    model: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One passage with everything ranking looks at. `similarity` is the cosine, None without a comparable
    vector; `word_rank` Postgres' ts_rank over all query terms.
    """

    passage_id: int
    revision_id: UUID
    memory_id: UUID
    similarity: float | None
    word_rank: float
    status: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates, which of them each channel found, best first, and how many passages have no vector
    yet.
    """

    candidates: Sequence[Candidate]
    meaning: Sequence[int]
    words: Sequence[int]
    name: Sequence[int]
    waiting: int


def find(reach: Reach, question: Question, *, most: int = CANDIDATES) -> Found:
    """The best `most` passages of each channel, with both scores for every one of them, whichever channel
    found it, so that channels can be weighed fairly.
    """
    params = {
        **reach.params,
        "vector": None if question.vector is None else literal(question.vector),
        "model": question.model,
        "terms": list(question.terms),
        "name": question.text,
        "most": most,
        "bound": WORD_BOUND,
    }
    rows = _rows(_finding(reach, question.vector), params)
    near = sorted((row for row in rows if row[-4]), key=lambda row: (-row[3], row[0]))
    holding = sorted((row for row in rows if row[-3]), key=lambda row: (-row[4], row[0]))
    return Found(
        candidates=[Candidate(*row[:-4]) for row in rows],
        meaning=[row[0] for row in near],
        words=[row[0] for row in holding],
        name=[row[0] for row in rows if row[-2]],
        waiting=rows[0][-1] if rows else waiting_for_vectors(reach.workspaces),
    )


def _finding(reach: Reach, vector: NDArray[np.float32] | None) -> str:
    parts = {"within": reach.condition, "near": "", "by_meaning": "", "similarity": "NULL::float8"}
    if vector is not None:
        size = len(vector)
        cast = f"halfvec({size})" if size in INDEXED_DIMENSIONS else "halfvec"
        comparable = f"{reach.condition} AND p.dimensions = {size:d} AND p.model = %(model)s"
        parts["near"] = _NEAR.format(within=comparable, cast=cast)
        parts["by_meaning"] = _BY_MEANING
        parts["similarity"] = _SIMILARITY
    return _FINDING.format(**parts)


# The index walks on until the page is full (iterative scan); where it gives up before, a small workspace
# inside a large store, say, the workspace's own passages are compared one by one.
_NEAR = """
    question AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector),
    near AS MATERIALIZED (
      SELECT p.id FROM memories_passage p WHERE {within}
      ORDER BY p.vector::{cast} <=> (SELECT vector FROM question)::{cast} LIMIT %(most)s),
    every AS MATERIALIZED (
      SELECT id FROM (
        SELECT p.id, p.vector FROM memories_passage p
        WHERE (SELECT count(*) FROM near) < %(most)s AND {within} OFFSET 0) one_by_one
      ORDER BY vector <=> (SELECT vector FROM question) LIMIT %(most)s),"""
_BY_MEANING = """
      SELECT id, true, false, false FROM near UNION ALL SELECT id, true, false, false FROM every UNION ALL"""
_SIMILARITY = "CASE WHEN p.model = %(model)s THEN 1 - (p.vector <=> (SELECT vector FROM question)) END"
# By name: the first passage of every live revision of the memories called exactly this.
_FINDING = """
    WITH {near}
    channels (id, meaning, words, name) AS ({by_meaning}
      SELECT passage_id, false, true, false FROM continuum_search_words(
        %(workspaces)s, %(terms)s, %(scopes)s, %(private)s, %(filters)s::jsonb, %(most)s, %(bound)s)
      UNION ALL
      SELECT p.id, false, false, true
      FROM memories_memory m JOIN memories_passage p ON p.memory_id = m.id AND p.ordinal = 0
      WHERE m.workspace_id = ANY(%(workspaces)s) AND m.name = %(name)s AND {within}),
    found AS (
      SELECT id, bool_or(meaning) AS meaning, bool_or(words) AS words, bool_or(name) AS name
      FROM channels GROUP BY id)
    SELECT p.id, p.revision_id, p.memory_id, {similarity},
      coalesce(continuum_rank(p.words, continuum_any_of(%(terms)s::text[])), 0), r.status, r.created_at,
      f.meaning, f.words, f.name,
      (SELECT count(*) FROM memories_passage WHERE workspace_id = ANY(%(workspaces)s) AND vector IS NULL)
    FROM found f JOIN memories_passage p ON p.id = f.id JOIN memories_revision r ON r.id = p.revision_id"""


def read(passage_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """For each passage that still stands, the columns of answers.COLUMNS and its own text and section."""
    rows = _rows(_READING, {"ids": list(passage_ids)}) if passage_ids else []
    return {row[0]: dict(zip(_READ, row[1:], strict=True)) for row in rows}


_READ = ("passage", "section", *COLUMNS)
_READING = f"""
    SELECT p.id, p.text, p.section, {", ".join(COLUMNS.values())}
    FROM memories_passage p JOIN memories_revision revision ON revision.id = p.revision_id
    JOIN memories_memory memory ON memory.id = p.memory_id
    WHERE p.id = ANY(%(ids)s)"""


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
