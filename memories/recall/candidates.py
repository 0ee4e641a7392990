"""Candidate passages, channel by channel: by meaning, by words, by exact name; then what ranking needs to know.

Every statement names the workspaces itself although row-level security would do: the names choose the index.
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

from memories.models import Passage, Revision
from memories.models.vectors import literal

CANDIDATES = 50  # passages per channel (profile lite; contract section 3)
WORD_BOUND = 2_000  # passages ranked by words at most, however many hold them

# Vector sizes with an index of their own: migration 0002.
INDEXED_DIMENSIONS = frozenset({384, 512, 768, 1024, 1536, 3072})


@dataclass(frozen=True, slots=True)
class Reach:
    """What a search may look at: workspaces, scopes (None: all), private ones, and the caller's conditions."""

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


def by_meaning(reach: Reach, vector: NDArray[np.float32], model: str, *, most: int = CANDIDATES) -> list[int]:
    """Passage ids, nearest first.

    The index walks on until the page is full (iterative scan); where it gives up before, a small workspace inside
    a large store, say, the workspace's own passages are compared one by one.
    """
    size = len(vector)
    cast = f"halfvec({size})" if size in INDEXED_DIMENSIONS else "halfvec"
    params = {**reach.params, "vector": literal(vector), "model": model, "size": size, "most": most}
    condition = f"{reach.condition} AND p.dimensions = {size:d} AND p.model = %(model)s"
    nearest = f"""
        SELECT p.id FROM memories_passage p WHERE {condition}
        ORDER BY p.vector::{cast} <=> %(vector)s::{cast} LIMIT %(most)s"""
    found = [row[0] for row in _rows(nearest, params)]
    if len(found) == most:
        return found
    every = f"""
        WITH within AS MATERIALIZED (SELECT p.id, p.vector FROM memories_passage p WHERE {condition})
        SELECT id FROM within ORDER BY vector <=> %(vector)s::halfvec LIMIT %(most)s"""
    return [row[0] for row in _rows(every, params)]


def by_words(reach: Reach, terms: Sequence[str], *, most: int = CANDIDATES) -> list[int]:
    """Passage ids that hold any of the terms, most telling first (continuum_search_words)."""
    if not terms:
        return []
    params = {**reach.params, "terms": list(terms), "most": most, "bound": WORD_BOUND}
    return [row[0] for row in _rows(_WORDS, params)]


_WORDS = """
    SELECT passage_id FROM continuum_search_words(
      %(workspaces)s, %(terms)s, %(scopes)s, %(private)s, %(filters)s::jsonb, %(most)s, %(bound)s)"""


def by_name(reach: Reach, name: str) -> list[int]:
    """The first passage of every live revision of the memories called exactly this."""
    statement = f"""
        SELECT p.id FROM memories_memory m JOIN memories_passage p ON p.memory_id = m.id AND p.ordinal = 0
        WHERE m.workspace_id = ANY(%(workspaces)s) AND m.name = %(name)s AND {reach.condition}"""
    return [row[0] for row in _rows(statement, {**reach.params, "name": name})]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One passage with everything ranking looks at. `similarity` is the cosine, None without a comparable vector;
    `word_rank` Postgres' ts_rank over all query terms."""

    passage_id: int
    revision_id: UUID
    memory_id: UUID
    similarity: float | None
    word_rank: float
    status: str
    written_at: datetime


def candidates(
    passage_ids: Sequence[int], *, vector: NDArray[np.float32] | None, model: str, terms: Sequence[str]
) -> list[Candidate]:
    """Both scores for every passage, whichever channel found it, so that channels can be weighed fairly."""
    params = {
        "ids": list(passage_ids),
        "vector": None if vector is None else literal(vector),
        "model": model,
        "terms": list(terms),
    }
    return [Candidate(*row) for row in _rows(_CANDIDATES, params)]


_CANDIDATES = """
    SELECT p.id, p.revision_id, p.memory_id,
      CASE WHEN p.model = %(model)s THEN 1 - (p.vector <=> %(vector)s::halfvec) END,
      coalesce(continuum_rank(p.words, continuum_any_of(%(terms)s::text[])), 0), r.status, r.created_at
    FROM memories_passage p JOIN memories_revision r ON r.id = p.revision_id
    WHERE p.id = ANY(%(ids)s)"""


def revisions_of(hits: Sequence[Candidate]) -> dict[UUID, Revision]:
    return Revision.objects.select_related("memory").in_bulk([hit.revision_id for hit in hits])


def passages_of(hits: Sequence[Candidate]) -> dict[int, Passage]:
    return Passage.objects.defer("vector", "words").in_bulk([hit.passage_id for hit in hits])


def waiting_for_vectors(workspaces: Sequence[UUID]) -> int:
    """How many passages are found by words only, for now."""
    statement = "SELECT count(*) FROM memories_passage WHERE workspace_id = ANY(%(workspaces)s) AND vector IS NULL"
    return int(_rows(statement, {"workspaces": list(workspaces)})[0][0])


def _rows(statement: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall()
