"""The best thresholds for a model on the tuning pairs, and what thresholds do on any pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from bench.duplicates.pairs import Label, Pair
from memories.engines.base import Embedder
from memories.text.slots.compare import Relation, compare
from memories.text.slots.reading import Reading
from memories.text.slots.thresholds import Thresholds

BATCH = 32
TARGET_PRECISION, TARGET_RECALL, TARGET_CONFLICT_RECALL = 0.97, 0.80, 0.90

LOWEST_NEAR = 0.70
"""However clean the tuning pairs are: texts further apart are not skipped unseen."""

MARGIN = 0.01
"""By how much the tuning pairs must exceed the target precision, and may fall short of the best recall of
conflicts for a higher threshold."""

_STEPS = tuple(step / 100 for step in range(50, 96))


@dataclass(frozen=True, slots=True)
class Measured:
    """A pair, the cosine of its texts, and the two as they were read."""

    pair: Pair
    cosine: float
    one: Reading
    other: Reading

    def relation(self, thresholds: Thresholds) -> Relation:
        return compare(self.one, self.other, cosine=self.cosine, thresholds=thresholds).relation


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some pairs: skipped as the same, rightly or wrongly; flagged as contradicting, likewise."""

    skipped: int
    skipped_wrongly: int
    duplicates: int
    flagged: int
    flagged_wrongly: int
    conflicts: int

    @property
    def precision(self) -> float:
        """Share of what is skipped that says the same; 1 when nothing is skipped."""
        return (
            self.skipped / (self.skipped + self.skipped_wrongly)
            if self.skipped + self.skipped_wrongly
            else 1.0
        )

    @property
    def recall(self) -> float:
        """Share of the duplicates that is skipped."""
        return self.skipped / self.duplicates if self.duplicates else 0.0

    @property
    def conflict_recall(self) -> float:
        """Share of the contradicting pairs that is flagged."""
        return self.flagged / self.conflicts if self.conflicts else 0.0


def measured(pairs: Sequence[Pair], embedder: Embedder) -> list[Measured]:
    """Embed both texts of every pair, a few at a time."""
    found = []
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        vectors = embedder.embed([text for pair in some for text in (pair.one, pair.other)])
        found += [
            Measured(pair, float(one @ other), Reading(pair.one), Reading(pair.other))
            for pair, one, other in zip(some, vectors[::2], vectors[1::2], strict=True)
        ]
    return found


def figures(pairs: Sequence[Measured], thresholds: Thresholds) -> Figures:
    """Return what these thresholds do with these pairs."""
    relations = [(each.pair.label, each.relation(thresholds)) for each in pairs]
    same = [label is Label.DUPLICATE for label, relation in relations if relation in _SKIPPED]
    flagged = [label is Label.CONFLICT for label, relation in relations if relation is Relation.CONFLICT]
    labels = [label for label, _ in relations]
    return Figures(
        skipped=sum(same),
        skipped_wrongly=len(same) - sum(same),
        duplicates=labels.count(Label.DUPLICATE),
        flagged=sum(flagged),
        flagged_wrongly=len(flagged) - sum(flagged),
        conflicts=labels.count(Label.CONFLICT),
    )


_SKIPPED = (Relation.EXACT, Relation.NEAR_DUPLICATE)


def calibrated(pairs: Sequence[Measured], start: Thresholds) -> Thresholds:
    """Return the thresholds to use for the model that made the cosines; links are left as they start.

    `near` is the lowest that is precise enough, the two for conflicts the highest that lose hardly any.
    """
    near = next(
        (step for step in _STEPS if step >= LOWEST_NEAR and _precise(pairs, _with(start, near=step))),
        start.near,
    )
    grid = [(low, high) for low, high in product(_STEPS[::5], repeat=2) if low <= high]
    recalls = {
        both: figures(pairs, _with(start, near=near, conflict=both[0], reworded=both[1])).conflict_recall
        for both in grid
    }
    best = max(recalls.values())
    conflict, reworded = max((both for both in grid if recalls[both] >= best - MARGIN), key=sum)
    return _with(start, near=near, conflict=conflict, reworded=reworded)


def _precise(pairs: Sequence[Measured], thresholds: Thresholds) -> bool:
    return figures(pairs, thresholds).precision >= TARGET_PRECISION + MARGIN


def _with(
    start: Thresholds, *, near: float, conflict: float | None = None, reworded: float | None = None
) -> Thresholds:
    return Thresholds(
        near=near,
        conflict=start.conflict if conflict is None else conflict,
        reworded_conflict=start.reworded_conflict if reworded is None else reworded,
        similar=start.similar,
        related=start.related,
    )
