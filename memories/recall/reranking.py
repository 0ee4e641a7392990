"""The first hits, put in order once more by a model that reads the question and each text together.

It is asked for the first MOST_RERANKED alone: reading takes it some ten milliseconds a text. It sees a
paragraph and nothing else, so what it says and what was known before (what was told around, who tells it,
when) count half each, both stretched over the scores that these hits have; an exact name and an exact
identifier stay what they are. Nobody falls behind the hits that it did not read.

Pages stay those of one order: a cursor carries what the model said, and it is not asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from memories.engines.rereading import reread
from memories.recall import candidates
from memories.recall.candidates import Reach
from memories.recall.ranking import Ranked, Reranked, firm

MOST_RERANKED: Final = 20
RERANKER_WEIGHT: Final = 0.5
RERANKER_SECONDS: Final = 1.0
"""For all of them together; after that the order stays as it was."""

_PRECISION = 5  # decimals of a score in a cursor


@dataclass(frozen=True, slots=True)
class Reordered:
    """The hits, best first; what the reranker said, by paragraph; why it said nothing where it should."""

    hits: Sequence[Ranked]
    said: Mapping[int, float] = field(default_factory=dict)
    reason: str = ""


def reordered(
    text: str, hits: Sequence[Ranked], reach: Reach, *, said: Mapping[int, float] | None = None
) -> Reordered:
    """The hits as the reranker would have them; `said` is what it said for a page before this one."""
    first, rest = hits[:MOST_RERANKED], hits[MOST_RERANKED:]
    if said is None:
        if len(first) <= 1:
            return Reordered(hits)
        rows = candidates.read(reach, [hit.candidate for hit in first])
        there = [pk for hit in first if (pk := hit.candidate.passage_id) in rows]
        answer = reread(text, [rows[pk]["passage"] for pk in there], seconds=RERANKER_SECONDS)
        if answer.scores is None:
            return Reordered(hits, {}, f"not reranked: {answer.reason}")
        scores = [round(float(score), _PRECISION) for score in answer.scores]
        said = dict(zip(there, scores, strict=True))
    return Reordered([*blended(first, said), *rest], said)


def blended(hits: Sequence[Ranked], said: Mapping[int, float]) -> list[Ranked]:
    """The hits, best first, in the order of both. Of those of which nothing was said nothing changes but that
    others pass by. Pure.
    """
    known = [score for hit in hits if (score := said.get(hit.candidate.passage_id)) is not None]
    if not known or min(known) == max(known):
        return list(hits)
    stretch = _Stretch(hits, min(known), max(known))
    moved = [
        hit._replace(score=stretch.score(hit, score), reranked=Reranked(score, before))
        if (score := said.get(hit.candidate.passage_id)) is not None
        else hit
        for before, hit in enumerate(hits, 1)
    ]
    ordered = sorted(moved, key=lambda hit: -hit.score)  # stable: ties stay as they were
    return [
        hit._replace(reranked=hit.reranked._replace(place=place)) if hit.reranked else hit
        for place, hit in enumerate(ordered, 1)
    ]


class _Stretch:
    """What the reranker said, from `low` to `high`, on the scale of the hits' own scores."""

    def __init__(self, hits: Sequence[Ranked], low: float, high: float) -> None:
        self._low, self._span = low, high - low
        self._last = hits[-1].score
        self._room = max(hit.score - firm(hit) for hit in hits) - self._last

    def score(self, hit: Ranked, said: float) -> float:
        """Not below the last of the hits: what comes behind them stays behind them."""
        own = max(hit.score - firm(hit), self._last)
        by_model = self._last + self._room * (said - self._low) / self._span
        return (hit.score - own) + (1 - RERANKER_WEIGHT) * own + RERANKER_WEIGHT * max(by_model, self._last)
