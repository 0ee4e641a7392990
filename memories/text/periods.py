"""The time a question asks about: dates in any common spelling, and words like "yesterday" or "last week" as
seen from today.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import partial

from memories.text.named_days import named_days
from memories.text.period import Period, months
from memories.text.relative_days import dated_events, relative_days

MAX_ASKED = 2_000
"""Characters of a question that are read."""

# Days, weeks, months or years back from the one that holds today, by what is said for it.
_SAID = {
    ("day", 0): "today|this (?:morning|afternoon|evening)|tonight|heute|aujourd'hui|hoy|今天|今日|오늘",
    ("day", 3): "vorvorgestern|大前天",
    ("day", 2): "the day before yesterday|vorgestern|avant-hier|anteayer|前天|一昨日|그저께",
    ("day", 1): "yesterday|last night|gestern|hier|ayer|昨天|昨日|어제",
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
_SINCE = re.compile(
    r"(?:\b(?:since|until|till|from|to|between|and|seit|bis|von|ab)|自从?|从|直?到)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:the|a|this|that|on|at|in|of)\s+$", re.IGNORECASE)
_RELATIVE = {
    said: re.compile(rf"(?<![a-zà-ÿ])(?:{words})(?![a-zà-ÿ])", re.IGNORECASE) for said, words in _SAID.items()
}


def periods(question: str, today: date) -> list[Period]:
    """Return the periods that a question names, in no certain order; none for a question about no time. What
    names one period is read once: "the day before yesterday" is not yesterday as well.
    """
    found, rest = relative_days(question[:MAX_ASKED], today)
    for (unit, back), words in _RELATIVE.items():
        rest, times = words.subn(" ", rest)
        found += [_back(today, unit, back)] if times else []
    return [*found, *named_days(rest, today)]


def dated(text: str, told: date) -> str:
    """Return the text with dates for "yesterday", "last week", "two days ago" and the like, as seen from the
    day on which it was told: of a longer time its last day, by which what is told was so.
    """
    text = dated_events(text[:MAX_ASKED], told, _date_for) + text[MAX_ASKED:]
    for (unit, back), words in _RELATIVE.items():
        if back and (period := _back(told, unit, back)):
            text = words.sub(partial(_dated, period), text)
    return text


def _dated(period: Period, said: re.Match[str]) -> str:
    named = said.string[said.end() :].startswith(("'", "’"))  # last week's
    return said[0] if named else _date_for(period, said[0], said.string[: said.start()])


def _date_for(period: Period, said: str, before: str) -> str:
    if _NAMED.search(before):
        return said  # the yesterday that is spoken of
    since = _SINCE.search(before) is not None
    day = period.first if since else period.after - timedelta(days=1)
    if said > "ⰰ":  # written without letters
        return f"{'' if since else '在'}{day.year}年{day.month}月{day.day}日"
    return f"{'' if since else 'on '}{day.isoformat()}"


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
