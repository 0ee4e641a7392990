"""Numbers with their units, in digits or in words, as one canonical form: `1200 EUR`, `90 s`, `3.11`.

Amounts with a unit are brought to one unit per kind, so that 90 minutes are 1.5 hours; without one, a number
keeps the digits it was written with, because 3.1 and 3.10 are two versions of a program.
"""

from __future__ import annotations

import re
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from memories.text.slots.dates import ORDINAL_TAILS
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.line import Found, Line
from memories.text.slots.units import CURRENCIES, MONEY, UNITS, WORDS_TOO, Unit

_TIMES = Unit("x", Decimal(1))
_HAN_MULTIPLIERS = {"百": 100, "千": 1000, "万": 10_000, "萬": 10_000, "亿": 100_000_000}
_DECIMAL_COMMA = frozenset({"de", "fr", "es"})
_GROUP = 3
_DAY_WORDS = word_set("day days tag jour dia")
_ARTICLES_BEFORE_ORDINALS = word_set("the der die das am zum dem le la el los")
_FIRST_CLEAR_ORDINAL = 3
_SEPARATOR = re.compile("[.,'\u202f\u00a0]")
_SIGNS = MappingProxyType(
    {"-": "-", "minus": "-", "negative": "-", "moins": "-", "menos": "-", "负": "-", "+": "+"}
)
_FREQUENT_NIGHTS = frozenset(["night", "morning", "evening", "afternoon"])


OF_EACH = word_set("des du del")
"""With a period behind it, each of them: `le 5 du mois`; in English only behind `of`."""
_IN_EACH = word_set("im al")
"""The same behind an amount: `zweimal im Jahr`, `dos veces al mes`."""
_ONCE = word_set("once einmal fois vez")
_PERIODS = word_set(
    "month week year quarter quartal dia ano año monats monat jahres jahr mois mes semaine semana"
)
_OTHER = word_set("other second zweiten zweite")
_PAIR = 2
_PERIOD_BASES = frozenset({"s", "month"})
_JOINTS = word_set("and y et")
_LONGEST_IN_WORDS = 10
_TEN, _TWENTY, _HUNDRED, _THOUSAND = 10, 20, 100, 1000


class _Amount(NamedTuple):
    value: Decimal
    text: str
    end: int
    ordinal: bool = False


def quantity_at(line: Line, place: int) -> Found | None:
    """Return the number that starts at a place, with its sign and its unit when it has one."""
    if sign := _SIGNS.get(line.plain(place)):
        found = _unsigned_at(line, place + 1)
        return found and Found(f"{sign}{found.value}", found.end)
    return _unsigned_at(line, place)


def _unsigned_at(line: Line, place: int) -> Found | None:
    sign = line.at(place).plain if line.at(place).plain in CURRENCIES else ""
    amount = _amount(line, place + bool(sign), money=bool(sign))
    if amount is None:
        return _one_of(line, place)
    if amount.ordinal:
        return Found(amount.text, amount.end + (line.plain(amount.end) in _DAY_WORDS))
    unit = UNITS[sign] if sign else _unit(line, amount.end)
    if unit is None:
        return Found(amount.text, amount.end)
    return Found(_canonical(amount.value, unit), amount.end + (0 if sign else _unit_width(line, amount)))


def frequency_at(line: Line, place: int, *, after_amount: bool) -> Found | None:
    """Return how often: `every:86400 s` for daily, each day, per day, and `a day` behind an amount."""
    lexicon, plain = line.lexicon, line.plain(place)
    if named := lexicon.frequencies.get(plain):
        return Found(_canonical(Decimal(1), UNITS[named]) if named in UNITS else named, place + 1)
    of_each = (line.plain(place - 1) == "of" and plain == "the") or plain in OF_EACH
    counted = after_amount or line.plain(place - 1) in _ONCE
    of_each = of_each or (counted and plain in _IN_EACH)
    if plain in lexicon.every or of_each or (counted and plain in lexicon.articles):
        follows = line.plain(place + 1)
        if follows in _FREQUENT_NIGHTS:
            return Found(follows, place + 2)
        if of_each and (follows not in _PERIODS or line.kind(place + 2) == "number"):
            return None
        if several := _every_few(line, place):
            return several
        if follows in UNITS and (follows not in WORDS_TOO or (plain, follows) == ("per", "second")):
            return Found(_canonical(Decimal(1), UNITS[follows]), place + 2)
    return None


def _every_few(line: Line, place: int) -> Found | None:
    """`every two days`, `every other day`, `cada dos días`."""
    if line.plain(place) not in line.lexicon.every:
        return None
    skipped = line.plain(place + 1) in _OTHER
    unit = UNITS.get(line.plain(place + 2)) if skipped else None
    if unit is not None:
        return Found(_canonical(Decimal(_PAIR), unit), place + 3)
    amount = None if skipped else _amount(line, place + 1, money=False)
    unit = _unit(line, amount.end) if amount and not amount.ordinal else None
    if amount is None or unit is None or unit.base not in _PERIOD_BASES:
        return None
    return Found(_canonical(amount.value, unit), amount.end + 1)


def _one_of(line: Line, place: int) -> Found | None:
    """`an hour`, `une heure`: one of a unit."""
    if line.plain(place) not in line.lexicon.articles:
        return None
    follows = line.at(place + 1)
    if follows.plain not in UNITS or follows.plain in WORDS_TOO or len(follows.plain) < _GROUP:
        return None
    return Found(_canonical(Decimal(1), UNITS[follows.plain]), place + 2)


def _amount(line: Line, place: int, *, money: bool) -> _Amount | None:
    lexeme = line.at(place)
    if lexeme.kind == "number":
        return _in_digits(line, place, money=money)
    if lexeme.kind != "word" or lexeme.owns:
        return None
    if (ordinal := line.lexicon.ordinals.get(lexeme.plain)) and (
        ordinal >= _FIRST_CLEAR_ORDINAL or line.plain(place - 1) in _ARTICLES_BEFORE_ORDINALS
    ):
        return _Amount(Decimal(ordinal), str(ordinal), place + 1, ordinal=True)
    return _in_words(line, place)


def _in_digits(line: Line, place: int, *, money: bool) -> _Amount:
    written = line.plain(place).removeprefix("#")
    tail = line.at(place + 1)
    if tail.touches and tail.plain in ORDINAL_TAILS:
        return _Amount(Decimal(0), written, place + 2, ordinal=True)
    unit = _unit(line, place + 1)
    text = _plain_digits(
        written,
        comma=line.lexicon.language in _DECIMAL_COMMA,
        money=money or (unit is not None and unit.base in MONEY),
    )
    end, factor = place + 1, 1
    while multiplier := _multiplier(line, end):
        factor, end = factor * multiplier, end + 1
        if end - place > _GROUP:
            break
    return _Amount(Decimal(text) * factor, text if factor == 1 else _shown(Decimal(text) * factor), end)


def _plain_digits(written: str, *, comma: bool, money: bool) -> str:
    """Return digits with at most one point, whichever signs group them; `comma` parts decimals by default."""
    signs = [*_SEPARATOR.finditer(written)]
    if not signs:
        return written
    last = signs[-1]
    decimals = written[last.end() :]
    several = len(signs) > 1
    grouped = (
        len(decimals) == _GROUP
        and (
            last[0] not in ".," or money or (several and signs[-2][0] == last[0]) or (last[0] == ".") == comma
        )
        and not written.startswith("0")
    )
    if grouped or last[0] not in ".,":
        return _SEPARATOR.sub("", written)
    return f"{_SEPARATOR.sub('', written[: last.start()])}.{decimals}"


def _multiplier(line: Line, place: int) -> int:
    lexeme = line.at(place)
    if lexeme.plain == "k" and not lexeme.touches:
        return 0
    return line.lexicon.multipliers.get(lexeme.plain, 0) or _HAN_MULTIPLIERS.get(lexeme.plain, 0)


def _in_words(line: Line, place: int) -> _Amount | None:
    """`two hundred and fifty`, `twenty-five`, `treinta y cinco`, `fünfundzwanzig`; `one` alone is none."""
    if line.plain(place) == "null" and place and line.ends_clause(place - 1):
        return None  # `"retries": null` is no number
    total = section = last = 0
    end = place
    while end - place < _LONGEST_IN_WORDS:
        joint = end > place and line.plain(end) in _JOINTS
        value, width = _joined_number(line, end + joint)
        if width and (end == place or _continues(last, value)):
            section, last, end = section + value, value, end + joint + width
        elif end > place and (multiplier := line.lexicon.multipliers.get(line.plain(end), 0)):
            section, last, end = max(section, 1) * multiplier, multiplier, end + 1
            if multiplier >= _THOUSAND:
                total, section = total + section, 0
        else:
            break
    alone = end == place + 1 and line.plain(place) in line.lexicon.articles
    return None if end == place or alone else _Amount(Decimal(total + section), str(total + section), end)


def _continues(last: int, value: int) -> bool:
    """Tell whether a number word goes on with the one before: `twenty five`; not `five six`."""
    return last >= _HUNDRED > value or (last >= _TWENTY and last % _TEN == 0 and value < _TEN)


def _joined_number(line: Line, place: int) -> tuple[int, int]:
    """Return the value of a number word, or of several that hyphens joined, and its width; 0 for none."""
    for width in (3, 2, 1):
        parts = [line.plain(place + step) for step in range(width)]
        if all(parts) and (value := line.lexicon.numbers.get("-".join(parts))) is not None:
            return value, width
    return 0, 0


def _unit(line: Line, place: int) -> Unit | None:
    lexeme = line.at(place)
    if lexeme.plain == "s" and _is_decade(line, place - 1):
        return None
    if lexeme.plain in ("°", "º") and line.plain(place + 1) in ("c", "f"):
        return UNITS[f"°{line.plain(place + 1)}"]
    if line.plain(place - 1) in ("twice", "thrice") or line.plain(place - 1).endswith("mal"):
        return _TIMES
    if multiplier := _multiplier(line, place):
        return _unit(line, place + 1) if multiplier else None
    known = UNITS.get(lexeme.plain) or UNITS.get(lexeme.written.lower())
    if known is None or (lexeme.plain in WORDS_TOO and not lexeme.touches):
        return None
    return known


def _is_decade(line: Line, place: int) -> bool:
    """`1990s`, `the 90s`."""
    return len(line.plain(place)) == len("1990") or line.plain(place - 1) == "the"


def _unit_width(line: Line, amount: _Amount) -> int:
    if line.at(amount.end).plain in ("°", "º") and line.plain(amount.end + 1) in ("c", "f"):
        return 2
    before = line.plain(amount.end - 1)
    return 0 if before in ("twice", "thrice") or before.endswith("mal") else 1


def _canonical(value: Decimal, unit: Unit) -> str:
    return f"{_shown(value * unit.factor)} {unit.base}"


def _shown(value: Decimal) -> str:
    return f"{value.normalize():f}"
