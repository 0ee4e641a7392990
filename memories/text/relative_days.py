"""Times said by how far they are from a day: last Friday, three days ago, the week before 3 August 2023."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from itertools import islice
from typing import Final

from memories.text.named_days import named_days
from memories.text.period import Period, months
from memories.text.slots.han import number_of

MOST_WORDS: Final = 5  # of a date that something is said to be before or after
_WEEK: Final = 7
_ABOUT: Final = {"day": 0, "week": 3, "month": 15, "year": 183}
"""Days to each side: who says "two weeks ago" means no day but about when it was."""
_DAYS: Final = {"day": 1, "weekend": 2, "week": _WEEK, "month": 30, "year": 365}

# What is said for a unit, for a small number, for a weekday; the first of each list is its name here.
_UNITS: Final = (
    "day days tag tage tagen jour jours día días dia dias 天 日 일",
    "weekend weekends wochenende",
    "week weeks woche wochen semaine semaines semana semanas 周 週 星期 礼拜 週間 주",
    "month months monat monate monaten mois mes meses 月 か月 ヶ月 개월 달",
    "year years jahr jahre jahren an ans année années año años 年 년",
)
_NUMBERS: Final = (
    "a an one ein eine einer einem einen un une una uno",
    "two zwei deux dos couple",
    "three drei trois tres",
    "four vier quatre cuatro",
    "five fünf cinq cinco",
    "six sechs seis",
    "seven sieben sept siete",
    "eight acht huit ocho",
    "nine neun neuf nueve",
    "ten zehn dix diez",
)
_WEEKDAYS: Final = (
    "monday montag lundi lunes 一 月 월",
    "tuesday dienstag mardi martes 二 火 화",
    "wednesday mittwoch mercredi miércoles miercoles 三 水 수",
    "thursday donnerstag jeudi jueves 四 木 목",
    "friday freitag vendredi viernes 五 金 금",
    "saturday samstag sonnabend samedi sábado sabado 六 土 토",
    "sunday sonntag dimanche domingo 日 天 일",
)


def _table(lists: tuple[str, ...]) -> Mapping[str, int]:
    return {word: place for place, words in enumerate(lists) for word in words.split()}


_UNIT, _NUMBER, _WEEKDAY = _table(_UNITS), _table(_NUMBERS), _table(_WEEKDAYS)


def _any(words: Mapping[str, int], *, ascii_too: bool = True) -> str:
    """One of the words that are written with letters, or of those that are not."""
    lettered = [word for word in words if (word < "ⰰ") is ascii_too]
    return "|".join(sorted(lettered, key=len, reverse=True))


_N = rf"(?P<n>[0-9]{{1,3}}|{_any(_NUMBER)})(?:\s+of)?"
_U = rf"(?P<unit>{_any(_UNIT)})"
_HAN_N = "(?<![0-9第月零〇一二三四五六七八九十])(?P<n>[0-9]{1,3}|[一二两兩三四五六七八九十]{1,3})"
_HAN_U = f"(?:个|個|か|ヶ)?(?P<unit>{_any(_UNIT, ascii_too=False)})"
_W = rf"(?P<weekday>{_any(_WEEKDAY)})"
_BEGIN, _END = "(?<![a-zà-ÿ0-9])", "(?![a-zà-ÿ0-9])"
_WORD = re.compile(r"\S+")
_DID = re.compile(r"\b(?:did|was|were|had|has|have|[a-z]{3,}ed)\b", re.IGNORECASE)


Read = Callable[[re.Match[str], str, date], tuple[Period, int] | None]
"""What a reading means, in a text, on a day: the period, and the place behind what names it."""


def _said(*ways: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(way, re.IGNORECASE) for way in ways)


_BEFORE = _said(
    rf"{_BEGIN}(?:(?:the|last|die|der|den|das|am|la|le|el)\s+|(?:a\s+)?{_N}\s+)?{_U}\s+"
    r"(?:(?P<before>before|prior to|vor|avant|antes de)|after|following|nach|après|después de)\s+"
    r"(?:(?:the|dem|der|den|le|la|el)\s+)?"
)
_HAN_BEFORE = _said(
    r"(?P<anchor>(?:[0-9]{4}年)?(?:[0-9]{1,2}月[0-9]{1,2}[日号號]|圣诞节|聖誕節|元旦|万圣节|平安夜))"
    rf"(?:的|之)?(?:(?P<before>前)|[后後])的?{_HAN_N}{_HAN_U}"
)
_AGO = _said(
    rf"{_BEGIN}(?:a\s+)?{_N}\s+{_U}\s+(?:ago|back|earlier){_END}",
    rf"{_BEGIN}(?:vor|il y a|hace)\s+{_N}\s+{_U}{_END}",
    rf"{_HAN_N}{_HAN_U}(?:之?前|以前|전)",
    r"(?<![0-9])(?P<n>[0-9]{1,3})\s*(?P<unit>일|주|개월|년)\s*전",
)
_LATELY = _said(
    rf"{_BEGIN}(?:last|past|previous)\s+{_N}\s+{_U}{_END}",
    rf"{_BEGIN}(?:letzten|vergangenen)\s+{_N}\s+{_U}{_END}",
    rf"{_BEGIN}(?P<n>[0-9]{{1,3}}|{_any(_NUMBER)})\s+derni(?:er|ère)s\s+{_U}{_END}",
    rf"{_BEGIN}últimos?\s+{_N}\s+{_U}{_END}",
    rf"(?:最近|过去|過去|近){_HAN_N}{_HAN_U}",
)
_LAST_WEEKDAY = _said(
    rf"{_BEGIN}(?:last|past|letzten|vergangenen)\s+{_W}{_END}",
    rf"{_BEGIN}{_W}\s+(?:dernier|pasado){_END}",
    r"지난\s*(?P<weekday>[월화수목금토일])요일",
)
_ON_WEEKDAY = _said(rf"{_BEGIN}on\s+{_W}{_END}(?!,?\s+(?:the\s+)?[0-9])(?!,?\s+[a-z]+\s+[0-9])")
_WEEKDAY_OF_LAST_WEEK = _said(
    r"上(?:个|個)?(?:周|週|星期|礼拜)(?P<weekday>[一二三四五六日天])",
    r"先週の?(?P<weekday>[月火水木金土日])曜",
    r"지난\s*주\s*(?P<weekday>[월화수목금토일])요일",
)
_LAST_WEEKEND = _said(
    rf"{_BEGIN}(?:last weekend|letztes wochenende|le week-end dernier|el fin de semana pasado){_END}",
    "上(?:个|個)?周末|上週末|先週末|지난 주말",
)


def relative_days(asked: str, today: date) -> tuple[list[Period], str]:
    """Return the periods that stand there by how far they are from today or from a date, and the text without
    what named them.
    """
    found: list[Period] = []
    for readings, read in _READ:
        for reading in readings:
            asked = _taken(reading, read, asked, today, found)
    return found, asked


Put = Callable[[Period, str, str], str]
"""What stands in a text instead of what named a period: the period, what was said, what stands before it."""


def dated_events(text: str, told: date, put: Put) -> str:
    """Return the text with what is put for the days that its events are told to have been on, as seen from
    the day on which it was told. What it says of a stretch up to that day stays.
    """
    found: list[Period] = []
    for readings, read in _READ:
        exact = _exactly_ago if read is _ago else read
        for reading in readings if read is not _lately else ():
            text = _taken(reading, exact, text, told, found, put=put)
    return text


def _nothing(period: Period, said: str, before: str) -> str:
    return " "


def _taken(
    reading: re.Pattern[str], read: Read, asked: str, today: date, found: list[Period], *, put: Put = _nothing
) -> str:
    """The text with what is put for what the reading found in it."""
    kept, end = [], 0
    for said in reading.finditer(asked):
        if said.start() < end:
            continue
        try:
            told = read(said, asked, today)
        except (ValueError, OverflowError):  # before or behind the calendar
            continue
        if told is not None:
            found.append(told[0])
            stands = asked[said.start() : told[1]]
            kept += [asked[end : said.start()], put(told[0], stands, asked[: said.start()])]
            end = told[1]
    return "".join((*kept, asked[end:]))


def _before(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    """Before or after a date that stands behind it."""
    anchor, end = None, said.end()
    for word in islice(_WORD.finditer(asked[said.end() :]), MOST_WORDS):
        upto = said.end() + word.end()
        named = named_days(asked[said.end() : upto], today)
        if len(named) > 1:
            break
        if named and named[0] != anchor:
            anchor, end = named[0], upto
    if anchor is None:
        return None
    return _beside(anchor, said, number=said["n"]), end


def _han_before(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    named = named_days(said["anchor"], today)
    return (_beside(named[0], said, number=said["n"]), said.end()) if len(named) == 1 else None


def _beside(anchor: Period, said: re.Match[str], *, number: str | None) -> Period:
    unit, way = _unit(said), -1 if said["before"] else 1
    start = anchor.first if way < 0 else anchor.after - timedelta(days=1)
    if unit == "weekend":
        first = _weekend_before(start) if way < 0 else _weekend_before(start + timedelta(days=_WEEK + 2))
        return Period(first, first + timedelta(days=2), anchor.every_year)
    if number is not None:
        return _about(_moved(start, unit, way * _count(number)), unit, every_year=anchor.every_year)
    days = timedelta(days=_DAYS[unit])
    if way < 0:
        return Period(anchor.first - days, anchor.first, anchor.every_year)
    return Period(anchor.after, anchor.after + days, anchor.every_year)


def _ago(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    unit = _unit(said)
    if unit == "weekend":
        return None
    return _about(_moved(today, unit, -_count(said["n"])), unit), said.end()


def _exactly_ago(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    """In a text that tells of an event: the day itself."""
    unit = _unit(said)
    return None if unit == "weekend" else (_one(_moved(today, unit, -_count(said["n"]))), said.end())


def _lately(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    unit = _unit(said)
    if unit == "weekend":
        return None
    return Period(_moved(today, unit, -_count(said["n"])), today + timedelta(days=1)), said.end()


def _last_weekday(said: re.Match[str], asked: str, today: date) -> tuple[Period, int]:
    """The last one before today."""
    back = (today.weekday() - _WEEKDAY[said["weekday"].lower()] - 1) % _WEEK + 1
    return _one(today - timedelta(days=back)), said.end()


def _on_weekday(said: re.Match[str], asked: str, today: date) -> tuple[Period, int] | None:
    """Today or the last one, in a question about what was: "What is due on Friday?" looks ahead."""
    if not _DID.search(asked):
        return None
    back = (today.weekday() - _WEEKDAY[said["weekday"].lower()]) % _WEEK
    return _one(today - timedelta(days=back)), said.end()


def _weekday_of_last_week(said: re.Match[str], asked: str, today: date) -> tuple[Period, int]:
    monday = today - timedelta(days=today.weekday() + _WEEK)
    return _one(monday + timedelta(days=_WEEKDAY[said["weekday"]])), said.end()


def _last_weekend(said: re.Match[str], asked: str, today: date) -> tuple[Period, int]:
    first = _weekend_before(today)
    return Period(first, first + timedelta(days=2)), said.end()


_READ: Final[tuple[tuple[tuple[re.Pattern[str], ...], Read], ...]] = (
    (_BEFORE, _before),
    (_HAN_BEFORE, _han_before),
    (_AGO, _ago),
    (_LATELY, _lately),
    (_WEEKDAY_OF_LAST_WEEK, _weekday_of_last_week),
    (_LAST_WEEKDAY, _last_weekday),
    (_ON_WEEKDAY, _on_weekday),
    (_LAST_WEEKEND, _last_weekend),
)


# --- Counting -----------------------------------------------------------------------------------------------


def _unit(said: re.Match[str]) -> str:
    return _UNITS[_UNIT[said["unit"].lower()]].split()[0]


def _count(number: str) -> int:
    known = _NUMBER.get(number.lower())
    return number_of(number) if known is None else known + 1


def _moved(day: date, unit: str, count: int) -> date:
    """So many units away; a month's last day stands for a day that it has not."""
    if unit in ("day", "week"):
        return day + timedelta(days=count * _DAYS[unit])
    first, after = months(day.year, day.month + count * (12 if unit == "year" else 1), 1)
    return min(first + timedelta(days=day.day - 1), after - timedelta(days=1))


def _about(day: date, unit: str, *, every_year: bool = False) -> Period:
    around = timedelta(days=_ABOUT[unit])
    return Period(day - around, day + around + timedelta(days=1), every_year)


def _one(day: date) -> Period:
    return Period(day, day + timedelta(days=1))


def _weekend_before(day: date) -> date:
    """The Saturday of the last weekend that is over before a day."""
    return day - timedelta(days=day.weekday() + 2)
