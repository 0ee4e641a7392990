"""What is counted of an answer: recall@k and nDCG@k with binary relevance, and the reciprocal rank.

nDCG is that of Järvelin and Kekäläinen (2002), with a gain of 1 for each relevant result.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from math import log2
from statistics import fmean

DEPTH = 20


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one answer, or the mean of several; each 0 to 1."""

    recall_at_5: float
    recall_at_10: float
    recall_at_20: float
    ndcg_at_10: float
    reciprocal_rank: float


def measured(found: Sequence[str], relevant: Set[str]) -> Measured:
    """Of an answer's keys, best first, against those that should be among them."""
    hits = [key in relevant for key in found[:DEPTH]]
    first = next((place for place, hit in enumerate(hits, 1) if hit), None)
    return Measured(
        *(sum(hits[:k]) / len(relevant) for k in (5, 10, 20)),
        ndcg_at_10=_gain(hits[:10]) / _gain([True] * min(10, len(relevant))),
        reciprocal_rank=1 / first if first else 0.0,
    )


def _gain(hits: Sequence[bool]) -> float:
    return sum(1 / log2(place + 1) for place, hit in enumerate(hits, 1) if hit)


def mean(each: Sequence[Measured]) -> Measured:
    """Every question counts the same."""
    names = Measured.__slots__
    return Measured(**{name: fmean(getattr(one, name) for one in each) for name in names})
