"""Times of day, in any common spelling, as `09:30`; where two readings are open, both with a bar between."""

from __future__ import annotations

from memories.text.slots.dates import PARTS
from memories.text.slots.han import number_of
from memories.text.slots.line import Found, Line

NOON = 12
_HOURS, _HOUR_DIGITS = 24, 2
_OF_TWELVE = frozenset({"o'clock", "oclock"})
_CLEAR_HOURS = _OF_TWELVE | {"uhr"}
_STRICT = frozenset({"at", "um", "las"})
_HAN_AFTERNOON = ("下午", "傍晚", "晚上", "夜里")


def time_at(line: Line, place: int) -> Found | None:
    """Return the time of day that starts at a place."""
    if line.kind(place) == "clock":
        return _clock(line, place)
    if line.plain(place) in line.lexicon.noon:
        return Found("12:00", place + 1)
    if line.plain(place) in line.lexicon.midnight:
        return Found("00:00", place + 1)
    return _spoken(line, place) or _hour(line, place)


def _clock(line: Line, place: int) -> Found:
    plain = line.plain(place)
    numbers = [number_of(part) for part in PARTS.findall(plain)]
    if any(mark in plain for mark in "点點时時"):
        minute = 30 if plain.endswith("半") else numbers[1] if len(numbers) > 1 else 0
        hour = numbers[0] + (NOON if plain.startswith(_HAN_AFTERNOON) and numbers[0] < NOON else 0)
        return Found(_written(hour, minute), place + 1)
    hour, end = _by_daypart(line, numbers[0], place + 1)
    return Found(_written(hour, numbers[1]), end)


def _by_daypart(line: Line, hour: int, place: int) -> tuple[int, int]:
    """Return the hour of 24, by the `am` or `in the evening` that may follow, and where that ends."""
    place += line.plain(place) in _CLEAR_HOURS
    if (end := line.follows(place, line.lexicon.morning)) > place:
        return 0 if hour == NOON else hour, end
    if (end := line.follows(place, line.lexicon.afternoon)) > place:
        return hour + NOON if hour < NOON else hour, end
    return hour, place


def _spoken(line: Line, place: int) -> Found | None:
    """`half past two`, `halb neun`, `Viertel nach acht`."""
    lexicon = line.lexicon
    for phrases, minutes in (
        (lexicon.half_past, 30),
        (lexicon.half_to, -30),
        (lexicon.quarter_past, 15),
        (lexicon.quarter_to, -15),
    ):
        behind = line.follows(place, phrases)
        if behind > place and (hour := _small_number(line, behind)) is not None:
            total = hour * 60 + minutes
            return Found(_either(total // 60, total % 60), behind + 1)
    return None


def _hour(line: Line, place: int) -> Found | None:
    """A whole hour: `3 pm`, `10 Uhr`, `at 9`."""
    hour = _small_number(line, place)
    if hour is None:
        return None
    end = place + 1
    marked = line.plain(end) in line.lexicon.oclock
    after_at = line.plain(place - 1) in line.lexicon.at
    touching = line.at(end).touches and hour > NOON and line.lexicon.language != "en"
    if marked and not (line.plain(end) in _CLEAR_HOURS or after_at or touching):
        return None
    end += marked
    exact, behind = _by_daypart(line, hour, end)
    if behind > end and hour <= NOON:
        return Found(_written(exact, 0), behind)
    if marked or _is_bare_hour(line, place):
        of_24 = marked and line.plain(place + 1) not in _OF_TWELVE
        return Found(_written(hour, 0) if of_24 else _either(hour, 0), end)
    return None


def _is_bare_hour(line: Line, place: int) -> bool:
    """Tell `at 9` from `at 9 sites`."""
    follows = line.plain(place + 1)
    lexicon, before = line.lexicon, line.plain(place - 1)
    strict = before in _STRICT or (before == "a" and lexicon.language == "fr")
    closed = (
        not follows
        or follows in lexicon.weekdays
        or follows in lexicon.frequencies
        or lexicon.binds(follows)
        or line.plain(place - 2) in lexicon.weekdays
    )
    return strict and closed and not line.at(place + 1).touches


def _small_number(line: Line, place: int) -> int | None:
    lexeme = line.at(place)
    if lexeme.kind == "number" and lexeme.plain.isdigit() and len(lexeme.plain) <= _HOUR_DIGITS:
        return int(lexeme.plain) if int(lexeme.plain) <= _HOURS else None
    value = line.lexicon.numbers.get(lexeme.plain) if lexeme.kind == "word" else None
    return value if value is not None and value <= NOON else None


def _either(hour: int, minute: int) -> str:
    """Return an hour of a day of 12 as both hours it may be."""
    if not 1 <= hour < NOON:
        return _written(hour, minute)
    return f"{_written(hour, minute)}|{_written(hour + NOON, minute)}"


def _written(hour: int, minute: int) -> str:
    return f"{hour % 24:02}:{minute:02}"
