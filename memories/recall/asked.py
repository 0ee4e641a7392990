"""What ranking looks at of a question beside its meaning and its words: whom and what time it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memories.text.days import local_day
from memories.text.period import Period
from memories.text.periods import periods

TOLD_WITHIN_DAYS = 2
"""Of a time that is asked about: what happens is mostly told on the day or soon after."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Asked:
    """The question's words, folded; the periods it names, and the zone whose days they are."""

    words: frozenset[str] = frozenset()
    periods: Sequence[Period] = ()
    zone: str = "UTC"

    @classmethod
    def of(cls, question: str, *, now: datetime, zone: str) -> Asked:
        words = frozenset(_WORD.findall(question.casefold()))
        return cls(words, periods(question, local_day(now, zone)), zone)

    def names(self, speaker: str) -> bool:
        """Whether it names who tells something."""
        return bool(speaker) and bool(self.words.intersection(_WORD.findall(speaker.casefold())))

    def is_about(self, told: float | None) -> bool:
        """Whether it names the time at which something was told (seconds since 1970), or one just before."""
        if told is None or not self.periods:
            return False
        try:
            day = local_day(datetime.fromtimestamp(told, UTC), self.zone)
        except OverflowError:  # the first and the last day of the calendar are not in every zone
            return False
        return any(period.holds(day, late=TOLD_WITHIN_DAYS) for period in self.periods)
