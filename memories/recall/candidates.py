"""Candidate paragraphs of every channel (meaning, words, exact name) with what ranking needs to know.

The searching is SQL: sql/find_passages.sql and sql/search_words.sql. It is two calls: the words of a
question, which need not wait for its vector, and all the rest. A journey and a plan for each channel and each
score took longer than the searching itself.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memories.models.arrays import plain_array, text_array
from memories.models.vectors import literal
from memories.recall.answers import COLUMNS

WORD_BOUND = 2_000  # passages ranked by words at most, however many hold them
LEADING = 10  # paragraphs, the first of each channel, that are looked at with what stands beside them
SPAN = 2  # paragraphs each way
GAP = timedelta(days=1)  # what was told longer before or after belongs to another occasion
FANOUT = 3  # memories that these link to, in all
SPOKEN_OF = 20  # texts that speak of what a question names; a thing of which so many do tells nothing


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
            "workspaces": plain_array(self.workspaces),
            "scopes": text_array(self.scopes) if self.scopes is not None else None,
            "private": self.private,
            "filters": json.dumps(self.filters) if self.filters else None,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """The text as it was asked, its terms, its vector with the model that made it (None: words alone), and
    what of it may be the name of a thing (text.claims.spans).
    """

    text: str
    terms: Sequence[str]
    vector: NDArray[np.float32] | None = None
    model: str = ""
    things: Sequence[str] = ()


class Candidate(NamedTuple):
    """One paragraph with everything ranking looks at, whichever channel found it, so that channels can be
    weighed fairly. `whole` and `sentence` are the cosines of itself and of the nearest of its sentences, None
    without a comparable vector; `word_rank` is continuum_rank over all query terms. `told` and `written` are
    in seconds since 1970: when it was told by its source, and when it was kept.
    """

    passage_id: int
    revision_id: UUID
    whole: float | None
    sentence: float | None
    word_rank: float
    speaker: str
    source_key: int | None
    told: float | None
    status: str
    written: float

    @property
    def similarity(self) -> float | None:
        """The cosine of what is nearest in it."""
        if self.whole is None or self.sentence is None:
            return self.sentence if self.whole is None else self.whole
        return max(self.whole, self.sentence)


class Step(NamedTuple):
    """Two paragraphs that were told one soon after the other: 1 or 2 steps apart."""

    earlier: int
    later: int
    apart: int


# What a row of continuum_find_passages holds behind the candidate, and what its `channel` is.
_CHANNEL, _PLACE, _BESIDE, _WAITING = range(len(Candidate._fields), len(Candidate._fields) + 4)
_MEANING, _WORDS, _NAME, _NEIGHBOUR, _ABOUT, _LINKED = 1, 2, 3, 4, 5, 6


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates, each once; which of them each channel found, best first; what stands beside what; what
    is linked to, in that order (each with the paragraph that links to it); and how many passages have no
    vector yet.
    """

    candidates: Sequence[Candidate]
    meaning: Sequence[int]
    words: Sequence[int]
    name: Sequence[int]
    about: Sequence[int]
    steps: Collection[Step]
    links: Mapping[int, int]
    waiting: int


class Words(NamedTuple):
    """What words found, and how each counts, as Postgres writes it: `find` hands it back unread."""

    weighing: str | None
    revisions: str | None
    ordinals: str | None
    ranks: str | None


def find_words(reach: Reach, terms: Sequence[str], *, most: int) -> Words:
    """The best `most` passages by words. Needs no vector, so it can be asked while one is being made."""
    params = {**reach.params, "terms": text_array(terms), "most": most, "bound": WORD_BOUND}
    return Words(*_rows(_FINDING_WORDS, params)[0])


_FINDING_WORDS = """
    SELECT * FROM continuum_find_words(
      %(workspaces)s::uuid[], %(terms)s::text[], %(scopes)s::text[], %(private)s, %(filters)s::jsonb,
      %(most)s, %(bound)s)"""


def find(reach: Reach, question: Question, *, most: int, words: Words | None = None) -> Found:
    """The paragraphs of the best `most` passages by meaning and by words (looked up now, unless they were
    before), and of memories called exactly as asked; what stands beside the first of all these, and what they
    link to.
    """
    by_words = words if words is not None else find_words(reach, question.terms, most=most)
    params = {
        **reach.params,
        **by_words._asdict(),
        "vector": None if question.vector is None else literal(question.vector),
        "model": question.model,
        "name": question.text,
        "most": most,
        "leading": LEADING,
        "span": SPAN,
        "gap": GAP,
        "things": text_array(question.things),
        "spoken_of": SPOKEN_OF,
        "fanout": FANOUT,
    }
    rows = _rows(_FINDING, params)
    found = list({row[0]: Candidate(*row[:_CHANNEL]) for row in rows}.values())
    return Found(
        candidates=found,
        meaning=_ids(rows, _MEANING),
        words=_ids(rows, _WORDS),
        name=_ids(rows, _NAME),
        about=_ids(rows, _ABOUT),
        steps={_step(row) for row in rows if row[_CHANNEL] == _NEIGHBOUR},
        links={row[0]: row[_BESIDE] for row in sorted(_of(rows, _LINKED), key=itemgetter(_PLACE))},
        waiting=(rows and rows[0][_WAITING]) or _waiting(reach, question, found),
    )


def of_memory(reach: Reach, question: Question, memory: UUID) -> list[Candidate]:
    """The paragraphs of one memory as a search sees them: what passes its filters, with every score."""
    params = {
        **reach.params,
        "memory": memory,
        "vector": None if question.vector is None else literal(question.vector),
        "model": question.model,
        "terms": list(question.terms),
    }
    return [Candidate(*row) for row in _rows(_OF_MEMORY, params)]


_OF_MEMORY = """
    WITH weighing AS MATERIALIZED (
      SELECT continuum_weigh(%(workspaces)s::uuid[], %(terms)s::text[]) AS terms
    ), nearest AS (
      SELECT revision_id, ordinal, 1 - min(vector <=> %(vector)s::halfvec) AS sentence
        FROM memories_passage
       WHERE workspace_id = ANY (%(workspaces)s::uuid[]) AND memory_id = %(memory)s AND sentence > 0
         AND model = %(model)s GROUP BY 1, 2
    )
    SELECT passage.id, passage.revision_id,
           CASE WHEN passage.model = %(model)s THEN 1 - (passage.vector <=> %(vector)s::halfvec) END,
           nearest.sentence, continuum_rank(passage.words, weighing.terms), passage.speaker::text,
           passage.source_key, date_part('epoch', passage.told_at), revision.status::text,
           date_part('epoch', revision.created_at)
      FROM weighing, memories_passage AS passage
      JOIN memories_revision AS revision
        ON revision.id = passage.revision_id AND revision.workspace_id = passage.workspace_id
      LEFT JOIN nearest USING (revision_id, ordinal)
     WHERE passage.workspace_id = ANY (%(workspaces)s::uuid[]) AND passage.memory_id = %(memory)s
       AND passage.sentence = 0 AND continuum_reaches(passage, %(scopes)s::text[], %(private)s)
       AND (%(filters)s::jsonb IS NULL OR NOT %(filters)s::jsonb ? 'statuses'
            OR %(filters)s::jsonb -> 'statuses' ? revision.status::text)"""

_FINDING = """
    SELECT * FROM continuum_find_passages(
      %(workspaces)s::uuid[], %(vector)s::halfvec, %(model)s, %(weighing)s::continuum_weighing,
      %(revisions)s::uuid[], %(ordinals)s::integer[], %(ranks)s::real[], %(name)s, %(scopes)s::text[],
      %(private)s, %(filters)s::jsonb, %(most)s, %(leading)s, %(span)s, %(gap)s, %(things)s::text[],
      %(spoken_of)s, %(fanout)s)"""


def _ids(rows: Sequence[tuple[Any, ...]], channel: int) -> list[int]:
    return [row[0] for row in sorted(_of(rows, channel), key=itemgetter(_PLACE))]


def _of(rows: Sequence[tuple[Any, ...]], channel: int) -> list[tuple[Any, ...]]:
    return [row for row in rows if row[_CHANNEL] == channel]


def _step(row: tuple[Any, ...]) -> Step:
    """The two of a neighbour's row in the order in which they were told."""
    pair = (row[0], row[_BESIDE]) if row[_PLACE] < 0 else (row[_BESIDE], row[0])
    return Step(*pair, abs(row[_PLACE]))


def read(reach: Reach, hits: Sequence[Candidate]) -> dict[int, dict[str, Any]]:
    """For each passage that still stands, the columns of answers.COLUMNS, its own text and section, and the
    names of memories that contradict it.
    """
    params = {
        **reach.params,
        "ids": plain_array(hit.passage_id for hit in hits),
        "revisions": plain_array(hit.revision_id for hit in hits),
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
    FROM continuum_read_passages(%(workspaces)s::uuid[], %(ids)s::bigint[]) found"""  # noqa: S608 - column names of this package


def _waiting(reach: Reach, question: Question, found: Sequence[Candidate]) -> int:
    """After a change of model the vectors of the one before are there, but compare with no question: they are
    counted, one by one, where something was found that has none of this model, or nothing at all.
    """
    compared = question.vector is not None
    if found and (not compared or all(each.whole is not None for each in found)):
        return 0
    looked_for = compared and (bool(found) or reach.filters is None)
    return waiting_for_vectors(reach.workspaces, model=question.model if looked_for else "")


def waiting_for_vectors(workspaces: Sequence[UUID], *, model: str = "") -> int:
    """How many passages are found by words only, for now: without a vector or, for a model, with none of
    it.
    """
    waits = "vector IS NULL OR model <> %(model)s" if model else "vector IS NULL"
    statement = (
        f"SELECT count(*) FROM memories_passage WHERE workspace_id = ANY(%(workspaces)s) AND ({waits})"  # noqa: S608 - one of two
    )
    return int(_rows(statement, {"workspaces": list(workspaces), "model": model})[0][0])


def _rows(statement: str, params: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
