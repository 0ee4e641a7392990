"""From when until when something is said to be so: `since 2019`, `from May 2020 to 2022`, `seit`."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from memories.text.period import span

_ENGLISH_WORDS = """
january february march april may june july august september october november december
"""
_ENGLISH = _ENGLISH_WORDS.split()
_GERMAN_WORDS = """
januar februar märz april mai juni juli august september oktober november dezember
"""
_GERMAN = _GERMAN_WORDS.split()
_SHORT = 3  # letters of a month's short name
_MONTHS = {name: number for names in (_ENGLISH, _GERMAN) for number, name in enumerate(names, 1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items() if len(name) > _SHORT} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?:[0-3]?[0-9])"
_YEAR = r"(?:1[89]|20)[0-9]{2}"

_DATE = (
    rf"{_YEAR}-[01][0-9](?:-[0-3][0-9])?(?![0-9-])"
    rf"|{_DAY}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}"
    rf"|{_MONTH}\s+{_DAY}(?:st|nd|rd|th)?,?\s+{_YEAR}"
    rf"|{_MONTH},?\s+{_YEAR}"
    rf"|{_DAY}\.[01]?[0-9]\.{_YEAR}"
    rf"|{_YEAR}年(?:[01]?[0-9]月(?:[0-3]?[0-9][日号])?)?"
    rf"|{_YEAR}(?![0-9-]|\.[0-9])"
)
_LEAD = r"(?:the\s+)?(?:beginning\s+of\s+|start\s+of\s+|early\s+|late\s+|mid-?\s*)?"
_FROM_TO = re.compile(
    rf",?\s*(?<!\w)(?:from|between|von|zwischen|从|自)\s*{_LEAD}(?P<first>{_DATE})"
    rf"\s*(?:to|until|till|through|and|bis|und|到|至|-|–)\s*{_LEAD}(?P<last>{_DATE})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"\bbetween\s+(?P<first>{_DATE})\s+and\s+(?P<last>{_DATE})", re.IGNORECASE)
_SINCE = re.compile(
    rf",?\s*(?<!\w)(?:since|starting(?:\s+in|\s+on)?|as\s+of|beginning(?:\s+in|\s+on)?|ever\s+since|seit(?:\s+dem)?"
    rf"|ab(?:\s+dem)?|自从|从)\s*{_LEAD}(?P<first>{_DATE})(?:以来|起|开始)?",
    re.IGNORECASE,
)
_UNTIL = re.compile(
    rf",?\s*(?<!\w)(?:until|till|up\s+to|bis(?:\s+zum)?|直到|到)\s*{_LEAD}(?P<last>{_DATE})(?:为止)?",
    re.IGNORECASE,
)
_ON = re.compile(
    rf",?\s*(?<!\w)(?:in|on|during|back\s+in|am|im|在|于)\s*{_LEAD}(?P<at>{_DATE})"
    rf"|[在于]?(?P<han>{_YEAR}年(?:[01]?[0-9]月(?:[0-3]?[0-9][日号])?)?)",
    re.IGNORECASE,
)
_NUMBERS = re.compile("[0-9]+")
_MONTH_NAME = re.compile(_MONTH, re.IGNORECASE)


class Period(NamedTuple):
    """The first day and the first day after it; None where nothing is said. `at` tells that one date was
    named for an event rather than a beginning.
    """

    first: date | None = None
    last: date | None = None
    at: bool = False


def period_in(text: str) -> tuple[Period, str]:
    """The period that a clause names, and the clause without it."""
    if found := _FROM_TO.search(text):
        return Period(_begin(found["first"]), _end(found["last"])), _without(text, found)
    since, until = _SINCE.search(text), _UNTIL.search(text)
    if since or until:
        first = _begin(since["first"]) if since else None
        last = _end(until["last"]) if until else None
        for each in (since, until):
            text = text.replace(each[0], " ", 1) if each else text
        return Period(first, last), " ".join(text.split())
    if found := _ON.search(text):
        return Period(_begin(found["at"] or found["han"]), at=True), _without(text, found)
    return Period(), text


def unfolded(text: str) -> str:
    """The text with `from A to B` for `between A and B`, so that an `and` parts clauses alone."""
    return _BETWEEN.sub(r"from \g<first> to \g<last>", text)


def _without(text: str, found: re.Match[str]) -> str:
    return " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())


def _begin(text: str) -> date | None:
    span = _span(text)
    return span[0] if span else None


def _end(text: str) -> date | None:
    span = _span(text)
    return span[1] if span else None


def _span(text: str) -> tuple[date, date] | None:
    """The first day of a date, month or year and the first day after it; None for what no calendar has."""
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    named = _MONTH_NAME.search(text)
    if named:
        month = _MONTHS[named[0].lower().rstrip(".")]
        return span(numbers[-1], month, *numbers[:-1][:1])
    if "." in text and len(numbers) == len(("day", "month", "year")):
        return span(numbers[2], numbers[1], numbers[0])
    return span(numbers[0], *numbers[1:3])
