"""The time a question asks about: dates in any common spelling, and words like "yesterday" or "last week" as
seen from today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from memories.text.slots.extract import slots_of

MAX_ASKED = 2_000
"""Characters of a question that are read."""

_CALENDAR = re.compile(r"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?")
_QUARTER = re.compile(r"([0-9]{4})-q([1-4])")
_OF_ANY_YEAR = re.compile(r"--([0-9]{2})(?:-([0-9]{2}))?")
_YEAR = re.compile(r"--([0-9]{2})(?:-([0-9]{2}))?")
_YEAR = re.compile(r"(?<![\w.,:/-])(19[0-9]{2}|20[0-9]{2})(?![\w:/-]|[.,][0-9])")

# Days, weeks, months or years back from the one that holds today, by what is said for it.
_SAID = {
    ("day", 0): "today|this (?:morning|afternoon|evening)|tonight|heute|aujourd'hui|hoy|今天|今日|오늘",
    ("day", 1): "yesterday|last night|gestern|hier|ayer|昨天|昨日|어제",
    ("day", 2): "the day before yesterday|vorgestern|avant-hier|anteayer|前天|一昨日|그저께",
    ("week", 0): "this week|diese woche|cette semaine|esta semana|这周|這週|本周|今週|이번 주",
    (
        "week",
        1,
    ): "last week|letzte woche|vorige woche|la semaine dernière|la semana pasada|上周|上週|先週|지난주",
    ("month", 0): "this month|diesen monat|ce mois-ci|este mes|这个月|這個月|本月|今月|이번 달",
    ("month", 1): "last month|letzten monat|le mois dernier|el mes pasado|上个月|上個月|上月|先月|지난달",
    ("year", 0): "this year|dieses jahr|cette année|este año|今年|올해",
    ("year", 1): "last year|letztes jahr|l'année dernière|el año pasado|去年|昨年|작년",
}
_RELATIVE = {
    said: re.compile(rf"(?<![a-zà-ÿ])(?:{words})(?![a-zà-ÿ])", re.IGNORECASE) for said, words in _SAID.items()
}


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


def periods(question: str, today: date) -> list[Period]:
    """Return the periods that a question names, in no certain order; none for a question about no time."""
    asked = question[:MAX_ASKED]
    return [*_dated(asked), *_relative(asked, today)]


def _dated(asked: str) -> Iterator[Period]:
    """What is written as a date; a year alone counts only where no date has it."""
    spelled = (one for value in slots_of(asked).dates for one in value.split("|"))
    found = [period for one in spelled if (period := _period(one))]
    yield from found
    years = {period.first.year for period in found if not period.every_year}
    yield from (Period(date(year, 1, 1), date(year + 1, 1, 1)) for year in _years(asked) - years)


def _years(asked: str) -> set[int]:
    return {int(written) for written in _YEAR.findall(asked)}


def _period(value: str) -> Period | None:
    """What a canonical date of memories.text.slots.dates means; None for what is no period."""
    if found := _CALENDAR.fullmatch(value):
        days = span(*(int(part) for part in found.groups() if part))
        return Period(*days) if days else None
    if (found := _QUARTER.fullmatch(value)) and date.min.year <= int(found[1]) < date.max.year:
        return Period(*months(int(found[1]), 3 * int(found[2]) - 2, 3))
    if found := _OF_ANY_YEAR.fullmatch(value):
        days = span(_LEAP, *(int(part) for part in found.groups() if part))
        return Period(*days, every_year=True) if days else None
    return None


_LEAP = 2000  # a year that has every day


def _relative(asked: str, today: date) -> Iterator[Period]:
    for (unit, back), words in _RELATIVE.items():
        if words.search(asked):
            yield _back(today, unit, back)


def _back(today: date, unit: str, back: int) -> Period:
    if unit == "day":
        day = today - timedelta(days=back)
        return Period(day, day + timedelta(days=1))
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return Period(monday, monday + timedelta(days=7))
    if unit == "month":
        return Period(*months(today.year, today.month - back, 1))
    return Period(date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1))


def _in_year(day: date, year: int) -> date | None:
    try:
        return day.replace(year=year)
    except ValueError:  # 29 February
        return None
