"""Weighing the channels against each other. Pure: rows in, order out.

A paragraph by itself = 0.5 * meaning + 0.5 * words, each normalised over the candidates (docs/adr/0008):
meaning as (cosine - floor) / (best cosine - floor), words as rank / best rank. A paragraph whose vector is
still to be made is weighed by its words alone. What was told around it is added
(memories.recall.surroundings), a little where the question names who tells it or when it was told, and a
share of the score of a leading hit that links to it.

Other formulas can be chosen to compare with (CONTINUUM_FUSION): `plain` leaves out what was told around,
`rrf` is reciprocal rank fusion of all channels' places, and memories.recall.seed_formulas has those of the
three systems that this one unites.

An exact name adds 1, an identifier of the question that stands in the paragraph whole (POL-358, 2026-03-14,
foo_bar) adds 0.5: such a word means one thing. Status and recency only nudge near-ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from memories.models import Status
from memories.recall.asked import Asked
from memories.recall.candidates import Candidate, Found
from memories.recall.seed_formulas import SEEDS, by_places
from memories.recall.surroundings import Surroundings

ASKING = ("meaning", "words", "name", "things")
"""The channels that look for the question; what is linked to is in LINKS."""
LINKS = "links"
WEIGHTED, PLAIN, RRF = "weighted", "plain", "rrf"
MEANING_WEIGHT = 0.5
WORDS_WEIGHT = 0.5
SENTENCE_SHARE = 0.5  # of the cosine, where one of the nearest passages is a sentence of the paragraph
SPEAKER_BONUS = 0.06  # more would bring what the named person says before what is said of them
TIME_BONUS = 0.15
THING_BONUS = 0.03
NAME_BONUS = 1.0
IDENTIFIER_BONUS = 0.5
PROPOSED_PENALTY = 0.02
RECENCY_NUDGE = 0.02
RECENCY_HALF_LIFE_DAYS = 365.0
_LATELY_DAYS = 30.0  # for so long the receipt says that it is new
_DAY = 86_400.0
# Cosine below which a passage says nothing about the query. It belongs to the model: measured for MiniLM,
# where unrelated sentences lie below 0.2; other models get a cautious 0.
SIMILARITY_FLOOR = {"all-MiniLM-L6-v2": 0.2}


def floor_of(model: str) -> float:
    """The model's similarity floor; `model` is an embedder's model_id such as all-MiniLM-L6-v2/onnx-q8b32."""
    return SIMILARITY_FLOOR.get(model.split("/", 1)[0], 0.0)


def ranked(found: Found, *, asked: Asked, model: str, now: float, fusion: str = WEIGHTED) -> list[Ranked]:
    """The candidates' revisions, best first; those that nothing really supports are left out. `asked` is the
    question, `now` in seconds since 1970, `fusion` one of WEIGHTED,
    PLAIN, RRF and the names of SEEDS.
    """
    floor = floor_of(model)
    kept = _supported(found, floor)
    scale = Scale(
        floor=floor,
        span=max((meant(c) - floor for c in kept), default=0.0),
        best_words=max((shared(c) for c in kept), default=0.0),
        now=now,
        asked=asked,
        places=_places(found),
    )
    plain = {c.passage_id: scale.plain(c) for c in kept}
    around = Surroundings.of(kept, found.steps, found.links, plain) if fusion == WEIGHTED else Surroundings()
    if fusion == RRF:
        return _best_of_each(Ranked(c, by_places(scale, c, ASKING), scale, around) for c in kept)
    if seed := SEEDS.get(fusion):
        return _best_of_each(Ranked(c, score, scale, around) for c in kept if (score := seed(scale, c)) > 0)
    return _best_of_each(Ranked(c, scale.score(c, plain[c.passage_id], around), scale, around) for c in kept)


def _supported(found: Found, floor: float) -> list[Candidate]:
    """Those that share a word with the question, are nearer to it than chance, are called so or speak of what
    it names; and those that one of these links to.
    """
    named = {*found.name, *found.about}
    by_itself = {
        c.passage_id
        for c in found.candidates
        if c.word_rank > 0 or (c.similarity or 0.0) > floor or c.passage_id in named
    }
    linked = {to for to, by in found.links.items() if by in by_itself}
    return [c for c in found.candidates if c.passage_id in by_itself or c.passage_id in linked]


def _places(found: Found) -> dict[str, dict[int, int]]:
    lists = {"meaning": found.meaning, "words": found.words, "name": found.name, "things": found.about}
    lists[LINKS] = list(found.links)
    return {channel: {pk: place for place, pk in enumerate(ids, 1)} for channel, ids in lists.items()}


@dataclass(frozen=True, slots=True)
class Scale:
    """What the scores of one answer are measured against, and the place of each paragraph in each channel."""

    floor: float
    span: float
    best_words: float
    now: float
    asked: Asked
    places: Mapping[str, Mapping[int, int]]

    def plain(self, c: Candidate) -> float:
        """The paragraph by itself, 0 to 1."""
        return MEANING_WEIGHT * self.meaning(c) + WORDS_WEIGHT * self.words(c)

    def score(self, c: Candidate, plain: float, around: Surroundings) -> float:
        named = c.passage_id in self.places["name"]
        score = around.with_its(c, plain) + around.linked.get(c.passage_id, 0.0)
        score += SPEAKER_BONUS * self.asked.names(c.speaker) + TIME_BONUS * self.asked.is_about(c.told)
        score += NAME_BONUS * named + IDENTIFIER_BONUS * identified(c)
        score += THING_BONUS * (c.passage_id in self.places["things"])
        return score + self.nudge(c)

    def nudge(self, c: Candidate) -> float:
        """What status and recency add: enough for near-ties alone."""
        return RECENCY_NUDGE * self.recency(c) - PROPOSED_PENALTY * (c.status == Status.PROPOSED)

    def recency(self, c: Candidate) -> float:
        return recency_of(c.written, self.now)

    def words(self, c: Candidate) -> float:
        return shared(c) / self.best_words if self.best_words > 0 else 0.0

    def meaning(self, c: Candidate) -> float:
        """0 at the floor, 1 for the best; a paragraph without its vector is weighed by its words alone."""
        if c.whole is None and c.sentence is None:
            return self.words(c)
        return max(meant(c) - self.floor, 0.0) / self.span if self.span > 0 else 0.0


class Reranked(NamedTuple):
    """What the reranker said of a hit; its places among those that it read, before and after."""

    said: float
    before: int
    place: int = 0


class Ranked(NamedTuple):
    """One revision in its place, by the paragraph that brought it. Only a page's hits are asked for more."""

    candidate: Candidate
    score: float
    scale: Scale
    around: Surroundings
    reranked: Reranked | None = None

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
            "speaks of what you name": self.candidate.passage_id in self.scale.places["things"],
            "close in meaning": (self.candidate.similarity or 0.0) > self.scale.floor,
            "shares words": self.candidate.word_rank > 0,
            "linked from another hit": self.candidate.passage_id in self.around.linked,
            "told beside another hit": self.candidate.passage_id in self.around.neighbours,
            "told by someone you name": self.scale.asked.names(self.candidate.speaker),
            "told at the time you name": self.scale.asked.is_about(self.candidate.told),
            "written lately": self.scale.now - self.candidate.written < _LATELY_DAYS * _DAY,
            "proposed": self.candidate.status == Status.PROPOSED,
            "moved up by the reranker": self.moved < 0,
            "moved down by the reranker": self.moved > 0,
            "left where it was by the reranker": self.reranked is not None and self.moved == 0,
        }
        return [reason for reason, holds in said.items() if holds]

    @property
    def moved(self) -> int:
        """How many places the reranker moved it, down as a positive number."""
        return self.reranked.place - self.reranked.before if self.reranked else 0


def firm(hit: Ranked) -> float:
    """What no other reading of the text takes from a score: an exact name, an exact identifier."""
    named = hit.candidate.passage_id in hit.scale.places["name"]
    return min(NAME_BONUS * named + IDENTIFIER_BONUS * identified(hit.candidate), hit.score)


def meant(c: Candidate) -> float:
    """The cosine of the paragraph, its nearest sentence with it."""
    if c.whole is None or c.sentence is None:
        return c.similarity or 0.0
    return SENTENCE_SHARE * c.sentence + (1 - SENTENCE_SHARE) * c.whole


def identified(c: Candidate) -> bool:
    """Whether an identifier that was asked for stands there whole: continuum_rank adds 1 for it."""
    return c.word_rank >= 1


def shared(c: Candidate) -> float:
    """The plain rank of the words, 0 to 1."""
    return c.word_rank - identified(c)


def recency_of(written: float, now: float) -> float:
    """1 for just now, halved every RECENCY_HALF_LIFE_DAYS."""
    days = max(now - written, 0.0) / _DAY
    return float(0.5 ** (days / RECENCY_HALF_LIFE_DAYS))


def _best_of_each(scored: Iterable[Ranked]) -> list[Ranked]:
    """Each revision once, by its best paragraph; ties by id, so that the same question has the same order."""
    best: dict[UUID, Ranked] = {}
    for hit in sorted(scored, key=lambda hit: (-hit.score, hit.candidate.passage_id)):
        best.setdefault(hit.candidate.revision_id, hit)
    return list(best.values())
