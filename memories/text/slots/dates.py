"""Dates, weekdays and quarters, in any common spelling, as one canonical form.

A date is `2026-07-24`, `--07-24` without its year, `2026-07` or `--07` without its day, `w5` a Friday,
`q3` or `2026-q3` a quarter. What can be read two ways is both readings with a bar between them.
"""

from __future__ import annotations

import re

from memories.text.slots.han import WEEKDAYS, number_of
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.line import Found, Line

PARTS = re.compile("[0-9〇零一二两三四五六七八九十]+")
"""The numbers inside a date or time as written."""

ORDINAL_TAILS = word_set("st nd rd th er e")
_FRACTIONS = frozenset({"1/2", "1/3", "2/3", "1/4", "3/4", "24/7", "1/5"})
_QUARTER = re.compile("q([1-4])")
_QUARTER_WORDS = word_set("quarter quartal trimestre 季度 季")
_BINDERS = word_set("of de del the le")
_ARTICLES = _BINDERS | word_set("den dem")
_MONTH_CUES = word_set(
    "in of by until since from to next last this im bis seit en de desde hasta depuis early late mid"
)
_MONTHS, _DAYS, _QUARTERS = 12, 31, 4
_YEAR_DIGITS, _DAY_DIGITS = 4, 2
_LAST_OF_1900S, _FIRST_OF_1900S = 99, 70
_SHORT = 3  # letters of a month that may be a name: Jun, Jan
_YEAR_LATER = 2  # what may stand between a month and its year


def date_at(line: Line, place: int) -> Found | None:
    """Return the date, weekday or quarter that starts at a place."""
    return _numeric(line, place) or _weekday(line, place) or _worded(line, place) or _quarter(line, place)


def _numeric(line: Line, place: int) -> Found | None:
    lexeme = line.at(place)
    if lexeme.kind != "date":
        return None
    value = _date(lexeme.plain, day_first=line.lexicon.language != "en")
    return Found(value, place + 1) if value else None


def _date(plain: str, *, day_first: bool) -> str:
    """Return the canonical form of a date in digits; "" for what is none."""
    if plain in _FRACTIONS:
        return ""
    parts = [number_of(part) for part in PARTS.findall(plain)]
    if "年" in plain or "月" in plain or "월" in plain or plain[-1] in "日号號":
        return _east_asian(plain, parts)
    first, second, *third = parts
    if len(plain) > _YEAR_DIGITS and plain[:_YEAR_DIGITS].isdigit():
        return _joined(first, second, *third)
    year = _full_year(third[0]) if third else None
    as_day, as_month = _joined(year, second, first), _joined(year, first, second)
    if day_first or "." in plain:
        return as_day or as_month
    return "|".join(sorted({as_day, as_month} - {""}))


def _east_asian(plain: str, parts: list[int]) -> str:
    if "年" in plain:
        return _joined(parts[0], *parts[1:2], *parts[2:3]) if len(parts) > 1 else str(parts[0])
    if len(parts) == 1:
        return _joined(None, parts[0], None) if plain[-1] in "月월" else f"day {parts[0]}"
    return _joined(None, parts[0], parts[1])


def _full_year(year: int) -> int:
    """Return the year that two digits stand for."""
    if year > _LAST_OF_1900S:
        return year
    return 1900 + year if year >= _FIRST_OF_1900S else 2000 + year


def _joined(year: int | None, month: int, day: int | None = None) -> str:
    if not 1 <= month <= _MONTHS or (day is not None and not 1 <= day <= _DAYS):
        return ""
    head = f"{year:04}" if year is not None else "-"
    return f"{head}-{month:02}" + (f"-{day:02}" if day is not None else "")


def _weekday(line: Line, place: int) -> Found | None:
    lexeme = line.at(place)
    number = line.lexicon.weekdays.get(lexeme.plain) or WEEKDAYS.get(lexeme.plain)
    if number is None or lexeme.kind not in ("word", "han"):
        return None
    if lexeme.plain in line.lexicon.unsure and not lexeme.written[0].isupper():
        return None
    follows = place + 1
    while line.kind(follows) == "pause" or line.plain(follows) in _ARTICLES:
        follows += 1
    dated = _numeric(line, follows) or _worded(line, follows)
    if dated and dated.value.count("-") > 1 and "|" not in dated.value:
        return dated  # a date knows its weekday
    return Found(f"w{number}", place + 1)


def _worded(line: Line, place: int) -> Found | None:
    """A date with its month in letters, with or without a day before or behind it, and a year."""
    day, after_day = _day(line, place)
    month_place = after_day
    while day and (line.plain(month_place) in _BINDERS or line.at(month_place).plain == "."):
        month_place += 1
    month = line.lexicon.months.get(line.plain(month_place)) if line.kind(month_place) == "word" else None
    if day and month:
        year, end = _year(line, month_place + 1)
        return Found(_joined(year, month, day), end)
    month = line.lexicon.months.get(line.plain(place)) if line.kind(place) == "word" else None
    return _from_month(line, place, month) if month else None


def _from_month(line: Line, place: int, month: int) -> Found | None:
    start = place + 1 + (line.plain(place + 1) == "the") + (line.at(place + 1).plain == ".")
    day, after_day = _day(line, start)
    if day and not (line.kind(start) == "number" and line.at(after_day).plain in line.lexicon.oclock):
        year, end = _year(line, after_day)
        return Found(_joined(year, month, day), end)
    year, end = _year(line, place + 1)
    if year or not _is_unsure(line, place):
        return Found(_joined(year, month), end)
    return None


def _is_unsure(line: Line, place: int) -> bool:
    lexeme = line.at(place)
    if lexeme.plain not in line.lexicon.unsure and len(lexeme.plain) > _SHORT:
        return False
    written_as_name = lexeme.written[0].isupper() and not lexeme.opens and len(lexeme.plain) > _SHORT
    return not written_as_name and line.plain(place - 1) not in _MONTH_CUES


def _day(line: Line, place: int) -> tuple[int, int]:
    """Return the day of a month that starts at a place, 0 if none does, and the place behind it."""
    lexeme = line.at(place)
    is_short = lexeme.plain.isdigit() and len(lexeme.plain) <= _DAY_DIGITS
    if lexeme.kind == "number" and is_short and 1 <= int(lexeme.plain) <= _DAYS:
        tail = line.at(place + 1)
        return int(lexeme.plain), place + 1 + (tail.touches and tail.plain in ORDINAL_TAILS)
    if lexeme.kind == "word" and lexeme.plain in line.lexicon.ordinals:
        return line.lexicon.ordinals[lexeme.plain], place + 1
    return 0, place


def _year(line: Line, place: int) -> tuple[int | None, int]:
    """Return the year that follows at a place, and the place behind it."""
    start = place
    while line.at(start).plain in (",", ".") or line.plain(start) in _BINDERS:
        start += 1
        if start - place > _YEAR_LATER:
            break
    plain = line.plain(start)
    if (
        line.kind(start) == "number"
        and len(plain) == _YEAR_DIGITS
        and plain.isdigit()
        and "1000" <= plain < "3000"
    ):
        return int(plain), start + 1
    return None, place


def _quarter(line: Line, place: int) -> Found | None:
    named = _QUARTER.fullmatch(line.plain(place))
    number, end = (int(named[1]), place + 1) if named else (0, place)
    if not named:
        number, end = _day(line, place)
        if line.kind(place) == "number" and line.plain(place).startswith("#"):
            number, end = int(line.plain(place)[1:] or 0), place + 1
        end += line.at(end).plain == "."
        if not 1 <= number <= _QUARTERS or line.plain(end) not in _QUARTER_WORDS:
            return None
        end += 1
    year, after = _year(line, end)
    return Found(f"{year}-q{number}" if year else f"q{number}", after)
