"""Days that a question names: dates in any common spelling, years, and days of the year that have a name."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from memories.text.period import Period, months, span
from memories.text.slots.extract import slots_of

_CALENDAR = re.compile(r"([0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?")
_QUARTER = re.compile(r"([0-9]{4})-q([1-4])")
_OF_ANY_YEAR = re.compile(r"--([0-9]{2})(?:-([0-9]{2}))?")
_YEAR = re.compile(r"(?<![\w.,:/-])(19[0-9]{2}|20[0-9]{2})(?![\w:/-]|[.,][0-9])")
_LEAP: Final = 2000  # a year that has every day
_Days = tuple[tuple[int, int], tuple[int, int]]

# First and last day, as month and day, of what everybody calls by a name.
_FESTIVALS: Final[dict[_Days, str]] = {
    ((12, 24), (12, 24)): "christmas eve|heiligabend|nochebuena|平安夜",
    (
        (12, 24),
        (12, 26),
    ): "christmas|xmas|weihnachten|noël|navidad|圣诞节?|聖誕節?|クリスマス|크리스마스|성탄절",
    ((12, 31), (12, 31)): "new year['’]?s eve|silvester|saint-sylvestre|nochevieja|大晦日",
    ((1, 1), (1, 1)): "new year['’]?s day|neujahr|元旦",
    ((10, 31), (10, 31)): "halloween|万圣节|萬聖節|ハロウィン|핼러윈",
    ((2, 14), (2, 14)): "valentine['’]?s day|valentinstag|情人节|情人節",
}
_NAMED = {
    days: re.compile(
        r"(?<![a-zà-ÿ])(?:(?P<first>(?:19|20)[0-9]{2})\s*年?\s*の?的?)?(?P<last>last\s+|letzte[ns]?\s+)?"
        rf"(?:{names})(?![a-zà-ÿ])(?:(?:\s+day)?(?:\s+(?:of|in))?,?\s+(?P<year>(?:19|20)[0-9]{{2}})(?![0-9]))?",
        re.IGNORECASE,
    )
    for days, names in _FESTIVALS.items()
}


def named_days(asked: str, today: date) -> list[Period]:
    """Return the periods that stand there by their dates or names. A year alone counts only where nothing has
    it.
    """
    found, rest = _festivals(asked, today)
    spelled = (one for value in slots_of(rest).dates for one in value.split("|"))
    found += [period for one in spelled if (period := _period(one))]
    years = {period.first.year for period in found if not period.every_year}
    return [*found, *(Period(date(year, 1, 1), date(year + 1, 1, 1)) for year in _years(rest) - years)]


def _festivals(asked: str, today: date) -> tuple[list[Period], str]:
    """The days that have a name, and the text without them."""
    found: list[Period] = []
    for days, names in _NAMED.items():
        found += (_festival(days, one, today) for one in names.finditer(asked))
        asked = names.sub(" ", asked)
    return found, asked


def _festival(days: _Days, said: re.Match[str], today: date) -> Period:
    first, last = days
    written = said["year"] or said["first"]
    year = int(written) if written else _LEAP
    if said["last"] and not written:
        year = today.year - (date(today.year, *last) >= today)
    after = date(year, *last) + timedelta(days=1)
    return Period(date(year, *first), after, every_year=not written and not said["last"])


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
