"""What was told around a paragraph says what it is about. Pure.

"Yes, for three years now." answers a question only beside what it was said to. So a paragraph is credited
with a share of what the ones just before and after it score, from the same source, and of the best of its
occasion (the same source on the same day). docs/recall.md has what each share was worth.

A memory that one of the leading hits links to is credited with a share of what that scores.

A text that stands alone must not lose to one that has company: it is credited with what company gives on
average.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from memories.recall.candidates import Candidate, Step

BEFORE = 0.25  # of the score of the paragraph told just before
AFTER = 0.2  # of that told just after
FURTHER = 0.08  # of those a step further
OCCASION = 0.6  # of the best score of the occasion
LINKED = 0.25  # of the score of the paragraph that links to it: as much as for one told just before
ALONE = 0.3  # what neighbours add on average, as a share of the paragraph's own score

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """By paragraph, what its neighbours add, and what those that link to it do; by occasion, its best score.
    Without any: not looked at.
    """

    neighbours: Mapping[int, float] = field(default_factory=dict)
    linked: Mapping[int, float] = field(default_factory=dict)
    best: Mapping[tuple[int, float], float] | None = None

    @classmethod
    def of(
        cls,
        kept: Sequence[Candidate],
        steps: Collection[Step],
        links: Mapping[int, int],
        plain: Mapping[int, float],
    ) -> Surroundings:
        """`links` has the paragraph that links to each; `plain` the score of each by itself: a step to one
        that has none gives nothing, nor does its link.
        """
        given: defaultdict[int, float] = defaultdict(float)
        for step in steps:
            if step.earlier in plain and step.later in plain:
                given[step.later] += (BEFORE if step.apart == 1 else FURTHER) * plain[step.earlier]
                given[step.earlier] += (AFTER if step.apart == 1 else FURTHER) * plain[step.later]
        best: defaultdict[tuple[int, float], float] = defaultdict(float)
        for candidate in kept:
            if (key := _occasion(candidate)) is not None:
                best[key] = max(best[key], plain[candidate.passage_id])
        linked = {to: LINKED * plain[by] for to, by in links.items() if to in plain and by in plain}
        return cls(given, linked, best)

    def with_its(self, candidate: Candidate, plain: float) -> float:
        """The score of a paragraph with what stands around it, on the scale of the score by itself."""
        if self.best is None or (key := _occasion(candidate)) is None:
            return plain
        company = self.neighbours.get(candidate.passage_id, 0.0) + OCCASION * self.best[key]
        return (plain + company) / (1 + ALONE + OCCASION)


def _occasion(candidate: Candidate) -> tuple[int, float] | None:
    if candidate.source_key is None or candidate.told is None:
        return None
    return candidate.source_key, candidate.told // _DAY
