"""Taking a question apart by rules, so that each part can be looked up. Pure and deterministic.

A planner that asks a language model may stand behind the same protocol.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Protocol

from memories.text.periods import periods
from memories.text.stopwords import WEAK

RULES = "rules_v1"
LEAST_WORDS = 3  # of each side of a plain "and" that parts two questions rather than two names


class Complexity(StrEnum):
    """A name; one question; several, or the past with it; relations from one thing to another."""

    NAMED = "L0"
    SINGLE = "L1"
    SEVERAL = "L2"
    RELATED = "L3"


@dataclass(frozen=True, slots=True)
class Window:
    """When a text that is asked for was written: days, both included, as the question says them."""

    since: str
    until: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is looked up. `related`: it goes from one thing to another; `refers`: a part names what an earlier
    part has to find first ("... and where does she live?"); `cut`: it has more parts than may be looked up.
    """

    planner: str
    complexity: Complexity
    subqueries: Sequence[str]
    history: bool = False
    related: bool = False
    refers: bool = False
    window: Window | None = None
    cut: bool = False


class Planner(Protocol):
    """Makes a plan of at most `most` sub-queries. `today` is the day it is for who asks."""

    def plan(self, question: str, *, most: int, today: date) -> Plan: ...


_ASKS = (
    r"who|whom|whose|what|when|where|which|why|how|did|does|do|is|are|was|were"
    r"|wer|wann|wo|wie|warum|welche\w*"
)
# What parts two questions, wherever it stands.
_BETWEEN = re.compile(
    r"\s*(?:;|；|&&|(?<=[?？])\s|以及|并且|同时|还有|\band also\b|\bas well as\b|\balso\b(?=\s+(?:"
    + _ASKS
    + r")\b)"
    r"|\bversus\b|\bvs\.?(?=\s)|\bsowie\b)\s*",
    re.IGNORECASE,
)
_AND = re.compile(rf",?\s+(?:and|und)\s+(?=(?:{_ASKS})\b)|,?\s+(?:and|und)\s+", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:\bcompare[sd]?\b|\bdifferences? between\b|\bunterschied\w* zwischen\b|\bvergleiche?\b|对比|比较)"
    r"\s*(?P<one>.+?)"
    r"\s*(?:\band\b|\bwith\b|\bto\b|\bund\b|\bmit\b|和|与|跟)\s*(?P<other>.+)",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:why|before|previous(?:ly)?|history|chang(?:e[sd]?|ing)|evol\w+|used to|original(?:ly)?|formerly"
    r"|warum|vorher|früher|geändert|verlauf)\b|历史|变化|原因|之前|以前|演化",
    re.IGNORECASE,
)
_RELATED = re.compile(
    r"\b(?:whose|related to|relation\w*|connect(?:ed|ion\w*)|depends? on|caused? by|because of|works? with"
    r"|reports? to"
    r"|(?:person|people|one|team|project|company|place|tool|thing|member)s? (?:that|who|which|whose|where)"
    r"|(?:lead|leader|manager|owner|author|wife|husband|partner|boss|colleague|friend|sister|brother|mother|father)"
    r" of|zusammenhang|abhängig von)\b|\w['’]s \w+['’]s\b|关系|依赖|影响",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:she|he|it|they|her|his|its|their|them|sie|er|es|ihr\w*|dort|there)\b|[她他它]", re.IGNORECASE
)


class RulePlanner:
    """Parts compound questions, notices comparisons, the past, relations and days."""

    def plan(self, question: str, *, most: int, today: date) -> Plan:
        parts = parts_of(question)
        history, related = bool(_PAST.search(question)), bool(_RELATED.search(question))
        return Plan(
            planner=RULES,
            complexity=_complexity(parts, history=history, related=related),
            subqueries=tuple(parts[:most]),
            history=history,
            related=related,
            refers=any(_REFERS.search(part) for part in parts[1:]),
            window=window_of(question, today),
            cut=len(parts) > most,
        )


def _complexity(parts: Sequence[str], *, history: bool, related: bool) -> Complexity:
    if related:
        return Complexity.RELATED
    return Complexity.SEVERAL if len(parts) > 1 or history else Complexity.SINGLE


def parts_of(question: str) -> list[str]:
    """The questions in a question, each once, in their order; the whole where it has one part."""
    compared = _COMPARED.search(question)
    if compared:
        found = [compared["one"], compared["other"]]
    else:
        found = [part for piece in _BETWEEN.split(question) for part in _around_and(piece)]
    tidy = [part.strip(" ,.，。") for part in found]
    return list(dict.fromkeys(part for part in tidy if part)) or [question]


def _around_and(piece: str) -> list[str]:
    """Both sides of an "and" between two questions: the other begins to ask, or both are long."""
    for found in _AND.finditer(piece):
        one, other = piece[: found.start()], piece[found.end() :]
        asks = re.match(rf"(?:{_ASKS})\b", other, re.IGNORECASE) is not None
        long = len(one.split()) >= LEAST_WORDS and len(other.split()) >= LEAST_WORDS
        if long and (asks or not _is_name_beside(one, other)):
            return [one, *_around_and(other)]
    return [piece]


def _is_name_beside(one: str, other: str) -> bool:
    """Whether the "and" stands between two names: Ana and Ben."""
    before, after = one.rsplit(maxsplit=1)[-1], other.split(maxsplit=1)[0]
    return before[:1].isupper() and after[:1].isupper()


def window_of(question: str, today: date) -> Window | None:
    """The days that a question names, from the first to the last, or None. What is of every year is no
    window.
    """
    named = [period for period in periods(question, today) if not period.every_year]
    if not named:
        return None
    last = max(period.after for period in named) - timedelta(days=1)
    return Window(min(period.first for period in named).isoformat(), last.isoformat())


# --- What a found text leads on to --------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_][\w'’-]{2,}")


def leads_in(text: str, *, asked: str, links: Sequence[str] = ()) -> list[str]:
    """The names in a found text that the question does not say: what it links to, and words in
    capitals.
    """
    known = asked.casefold()
    words = [found[0].removesuffix("'s").removesuffix("’s") for found in _WORD.finditer(text)]
    names = [*links, *(word for word in words if word[0].isupper() and word.casefold() not in WEAK)]
    return [name for name in dict.fromkeys(names) if name.casefold() not in known]
