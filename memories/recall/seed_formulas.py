"""How the three systems that this one unites put hits in order, to compare with (CONTINUUM_FUSION). Pure.

Each looks at the channels that it had and at nothing else: what these did not find is no hit. They take the
candidates of this search, so that what is compared is the formula alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from memories.recall.candidates import Candidate

RRF_K = 60
"""Of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""

CONTINUUM, OPENCONTINUITY, FRANK = "continuum", "opencontinuity", "frank-memory"
RECENCY_LEAST = 0.7  # of a score, however long ago
FRANK_MEANING, FRANK_WORDS = 0.75, 0.25


class Measures(Protocol):
    """What ranking.Scale knows of a candidate."""

    @property
    def floor(self) -> float: ...

    @property
    def places(self) -> Mapping[str, Mapping[int, int]]: ...

    def words(self, c: Candidate) -> float: ...

    def recency(self, c: Candidate) -> float: ...

    def nudge(self, c: Candidate) -> float: ...


def by_places(scale: Measures, c: Candidate, channels: Iterable[str]) -> float:
    """Reciprocal rank fusion of some channels: the sum of 1 / (60 + place)."""
    seen = (scale.places[channel] for channel in channels)
    return sum(1 / (RRF_K + place[c.passage_id]) for place in seen if c.passage_id in place)


def continuum(scale: Measures, c: Candidate) -> float:
    """Places by meaning and by words, times 0.7 for the oldest to 1 for what was just written."""
    fused = by_places(scale, c, ("meaning", "words"))
    return fused * (RECENCY_LEAST + (1 - RECENCY_LEAST) * scale.recency(c))


def opencontinuity(scale: Measures, c: Candidate) -> float:
    """Places by name and by words; it had no vectors."""
    return by_places(scale, c, ("name", "words"))


def frank(scale: Measures, c: Candidate) -> float:
    """Three quarters the cosine itself, where it says anything, one quarter the words against the best;
    status and recency nudge.
    """
    cosine = c.similarity or 0.0
    score = FRANK_MEANING * (cosine if cosine > scale.floor else 0.0) + FRANK_WORDS * scale.words(c)
    return max(score + scale.nudge(c), 0.0) if score > 0 else 0.0


SEEDS: Mapping[str, Callable[[Measures, Candidate], float]] = MappingProxyType(
    {CONTINUUM: continuum, OPENCONTINUITY: opencontinuity, FRANK: frank}
)
