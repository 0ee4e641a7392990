"""Weighing the channels against each other. Pure: rows in, order out.

Score = 0.5 * meaning + 0.5 * words, each normalised over the candidates (docs/adr/0008): meaning as
(cosine - floor) / (best cosine - floor), words as rank / best rank. A passage whose vector is still to be
made is weighed by its words alone. An exact name adds 1, an identifier of the question that stands in the
passage whole (POL-358, 2026-03-14, foo_bar) adds 0.5: such a word means one thing. Status and recency only
nudge near-ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.models import Status
from memories.recall.candidates import Candidate

MEANING_WEIGHT = 0.5
WORDS_WEIGHT = 0.5
NAME_BONUS = 1.0
IDENTIFIER_BONUS = 0.5
PROPOSED_PENALTY = 0.02
RECENCY_NUDGE = 0.02
RECENCY_HALF_LIFE_DAYS = 365.0
# Cosine below which a passage says nothing about the query. It belongs to the model: measured for MiniLM,
# where unrelated sentences lie below 0.2; other models get a cautious 0.
SIMILARITY_FLOOR = {"all-MiniLM-L6-v2": 0.2}


@dataclass(frozen=True, slots=True)
class Channels:
    """The passage ids that each channel found, best first."""

    meaning: Sequence[int] = ()
    words: Sequence[int] = ()
    name: Sequence[int] = ()

    @property
    def all(self) -> list[int]:
        return list(dict.fromkeys([*self.name, *self.meaning, *self.words]))


def floor_of(model: str) -> float:
    """The model's similarity floor; `model` is an embedder's model_id such as all-MiniLM-L6-v2/onnx-q8b32."""
    return SIMILARITY_FLOOR.get(model.split("/", 1)[0], 0.0)


def ranked(found: Sequence[Candidate], channels: Channels, *, model: str, now: datetime) -> list[Ranked]:
    """The candidates' revisions, best first; those that no channel really supports are left out."""
    floor, named = floor_of(model), set(channels.name)
    kept = [c for c in found if c.word_rank > 0 or (c.similarity or 0.0) > floor or c.passage_id in named]
    scale = Scale(
        floor=floor,
        span=max(((c.similarity or 0.0) - floor for c in kept), default=0.0),
        best_words=max((shared(c) for c in kept), default=0.0),
        now=now,
        places=_places(channels),
    )
    return _best_of_each(Ranked(c, scale.score(c), scale) for c in kept)


def _places(channels: Channels) -> dict[str, dict[int, int]]:
    lists = {"meaning": channels.meaning, "words": channels.words, "name": channels.name}
    return {channel: {pk: place for place, pk in enumerate(ids, 1)} for channel, ids in lists.items()}


@dataclass(frozen=True, slots=True)
class Scale:
    """What the scores of one answer are measured against, and the place of each passage in each channel."""

    floor: float
    span: float
    best_words: float
    now: datetime
    places: Mapping[str, Mapping[int, int]]

    def score(self, c: Candidate) -> float:
        named, proposed = c.passage_id in self.places["name"], c.status == Status.PROPOSED
        score = MEANING_WEIGHT * self.meaning(c) + WORDS_WEIGHT * self.words(c)
        score += NAME_BONUS * named + IDENTIFIER_BONUS * identified(c)
        return score + RECENCY_NUDGE * recency_of(c.written_at, self.now) - PROPOSED_PENALTY * proposed

    def words(self, c: Candidate) -> float:
        return shared(c) / self.best_words if self.best_words > 0 else 0.0

    def meaning(self, c: Candidate) -> float:
        """0 at the floor, 1 for the best; a passage without its vector is weighed by its words alone."""
        if c.similarity is None:
            return self.words(c)
        return max(c.similarity - self.floor, 0.0) / self.span if self.span > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """One revision in its place, by the passage that brought it. Only a page's hits are asked for more."""

    candidate: Candidate
    score: float
    scale: Scale

    @property
    def ranks(self) -> dict[str, int]:
        """Its place in each channel that saw it."""
        passage = self.candidate.passage_id
        return {channel: place[passage] for channel, place in self.scale.places.items() if passage in place}

    @property
    def reasons(self) -> list[str]:
        said = {
            "exact name": self.candidate.passage_id in self.scale.places["name"],
            "exact identifier": identified(self.candidate),
            "close in meaning": (self.candidate.similarity or 0.0) > self.scale.floor,
            "shares words": self.candidate.word_rank > 0,
            "proposed": self.candidate.status == Status.PROPOSED,
        }
        return [reason for reason, holds in said.items() if holds]


def identified(c: Candidate) -> bool:
    """Whether an identifier that was asked for stands there whole: continuum_rank adds 1 for it."""
    return c.word_rank >= 1


def shared(c: Candidate) -> float:
    """The plain rank of the words, 0 to 1."""
    return c.word_rank - identified(c)


def recency_of(written_at: datetime, now: datetime) -> float:
    """1 for just now, halved every RECENCY_HALF_LIFE_DAYS."""
    days = max((now - written_at).total_seconds(), 0.0) / 86_400
    return float(0.5 ** (days / RECENCY_HALF_LIFE_DAYS))


def _best_of_each(scored: Iterable[Ranked]) -> list[Ranked]:
    """Each revision once, by its best passage; ties by id, so that the same question has the same order."""
    best: dict[UUID, Ranked] = {}
    for hit in sorted(scored, key=lambda hit: (-hit.score, hit.candidate.passage_id)):
        best.setdefault(hit.candidate.revision_id, hit)
    return list(best.values())
