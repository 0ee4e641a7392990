"""Spans of days, and what of a calendar spans them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Period:
    """From one day up to another, the last left out; `every_year` when no year was named."""

    first: date
    after: date
    every_year: bool = False

    def holds(self, day: date, *, late: int = 0) -> bool:
        """Whether a day is one of its days, or at most so many days late."""
        if not self.every_year:
            return self._holds(day, late)
        years = (self.first.year, self.first.year + 1)  # a period may cross New Year
        return any(self._holds(moved, late) for year in years if (moved := _in_year(day, year)))

    def _holds(self, day: date, late: int) -> bool:
        return self.first.toordinal() <= day.toordinal() < self.after.toordinal() + late


def span(year: int, month: int | None = None, day: int | None = None) -> tuple[date, date] | None:
    """Return the first day of a year, a month or a day and the first day after it; None for what no calendar
    has.
    """
    try:
        if day is not None:
            first = date(year, month or 1, day)
            return first, first + timedelta(days=1)
        if month is not None:
            return months(year, month, 1)
        return date(year, 1, 1), date(year + 1, 1, 1)
    except (ValueError, OverflowError):
        return None


def months(year: int, month: int, count: int) -> tuple[date, date]:
    """Return the first day of a month and the first after so many months; raises ValueError outside the
    calendar.
    """
    first = 12 * year + month - 1
    return date(first // 12, first % 12 + 1, 1), date((first + count) // 12, (first + count) % 12 + 1, 1)


def _in_year(day: date, year: int) -> date | None:
    try:
        return day.replace(year=year)
    except ValueError:  # 29 February
        return None
