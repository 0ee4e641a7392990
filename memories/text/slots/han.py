"""A run of ideographs and kana, cut into the words the Chinese lexicon knows and single characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Literal

from memories.text.slots.lexicon.languages import LEXICONS
from memories.text.slots.lexicon.others import JAPANESE_NEGATIONS
from memories.text.slots.units import UNITS

HanKind = Literal["number", "word", "han"]

_LONGEST_WORD = 5
_DIGITS = MappingProxyType(
    {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
)
_TENS = MappingProxyType({"十": 10, "百": 100, "千": 1000})
_MYRIADS = MappingProxyType({"万": 10_000, "萬": 10_000, "亿": 100_000_000})
_MEASURES = (
    "个個张張名位人岁歲块塊元天年月周次遍台条條只件层層楼樓米分秒小度倍本杯家套间種种"
    "页頁行句字辆匹头公斤克升毫点點季"
)
_NUMERAL = re.compile(f"(第?)([零〇一二两兩三四五六七八九十百千万萬亿]{{1,16}})(?=[{_MEASURES}])")
_ARTICLE = re.compile("一[个個张張名位只台条條件本家种種辆]")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]+")

WEEKDAYS = MappingProxyType(
    {
        f"{week}{day}": place
        for week in ("周", "星期", "礼拜", "週")
        for place, day in enumerate("一二三四五六", start=1)
    }
    | {f"{week}{day}": 7 for week in ("周", "星期", "礼拜", "週") for day in "日天"}
    | {f"{day}曜日": place for place, day in enumerate("月火水木金土日", start=1)}
    | {f"{day}요일": place for place, day in enumerate("월화수목금토일", start=1)}
)
"""Names of weekdays, Monday 1."""


def _known() -> frozenset[str]:
    lexicon = LEXICONS["zh"]
    words = {
        *lexicon.function,
        *lexicon.light,
        *lexicon.implied,
        *lexicon.soft,
        *lexicon.negations,
        *lexicon.opposites,
        *lexicon.same,
        *lexicon.phrases,
    }
    units = {unit for unit in UNITS if unit[0] > "\u2e80"}
    return frozenset(word for word in {*words, *units, *WEEKDAYS, *JAPANESE_NEGATIONS} if len(word) > 1)


_WORDS = _known()


def cut(run: str) -> Iterator[tuple[HanKind, str]]:
    """Yield each piece of a run with its kind: numerals before a measure word become digits,
    and `一个`, which is `a`, is left out."""
    at = 0
    while at < len(run):
        if one := _ARTICLE.match(run, at):
            at = one.end()
        elif numeral := _NUMERAL.match(run, at):
            value = str(number_of(numeral[2]))
            yield "number", f"#{value}" if numeral[1] else value
            at = numeral.end()
        elif katakana := _KATAKANA.match(run, at):
            yield "han", katakana[0]
            at = katakana.end()
        else:
            word = _longest(run, at)
            yield "han", word
            at += len(word)


def number_of(numeral: str) -> int:
    """Return the value of Chinese numerals, or of digits: 三百二十, 一二, 14."""
    if numeral.isdecimal() and numeral.isascii():
        return int(numeral)
    if not any(char in _TENS or char in _MYRIADS for char in numeral):
        return int("".join(str(_DIGITS.get(char, char)) for char in numeral))
    total = section = digit = 0
    for char in numeral:
        if char in _MYRIADS:
            total, section, digit = total + (section + digit or 1) * _MYRIADS[char], 0, 0
        elif char in _TENS:
            section, digit = section + (digit or 1) * _TENS[char], 0
        else:
            digit = _DIGITS[char] if char in _DIGITS else digit * 10 + int(char)
    return total + section + digit


def _longest(run: str, at: int) -> str:
    for length in range(min(_LONGEST_WORD, len(run) - at), 1, -1):
        if run[at : at + length] in _WORDS:
            return run[at : at + length]
    return run[at]
