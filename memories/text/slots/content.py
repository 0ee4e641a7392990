"""The words of a text that carry what it says, as keys under which other words for the same meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memories.text.slots.extract import is_name
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import Lexicon, word_set

DETERMINERS = word_set(
    """
the a an my our his her their your its this that der die das den dem ein eine einen mein meine le la les
un une mon ma l el los las una mi su user users s
"""
)


_LOOK_BACK = 16
"""Articles and values that are looked over for what binds a word."""


class Word(NamedTuple):
    """A word with meaning: its key, the groups it belongs to, its stem, and its place among the items.

    `is_reversal` marks the second of two opposites. `role` is what binds it to the rest: the preposition or
    `not` before it, `own` for a possessive, or "".
    """

    key: str
    groups: frozenset[str]
    stem: str
    place: int
    is_name: bool
    is_light: bool
    role: str
    is_reversal: bool = False


def content(items: Sequence[Item], lexicon: Lexicon) -> list[Word]:
    """Return the words of a text in order, without those that only bind or shade."""
    return [word for place in range(len(items)) if (word := _word(items, place, lexicon)) is not None]


def _word(items: Sequence[Item], place: int, lexicon: Lexicon) -> Word | None:
    item = items[place]
    plain = item.lexeme.plain
    if item.kind not in ("word", "switch"):
        return None
    if not item.is_phrase and lexicon.binds(plain) and not is_label(items, place):
        return None
    stem = item.value if item.value.startswith("=") else lexicon.stem(plain)
    groups = lexicon.same.get(stem, frozenset())
    if groups & lexicon.soft:
        return None
    return Word(
        key=f"~{item.value[:-1]}" if item.kind == "switch" else stem,
        groups=groups,
        stem=stem,
        place=place,
        is_name=is_name(item, lexicon.language),
        is_reversal=item.kind == "switch" and item.value.endswith("-"),
        is_light=stem in lexicon.light or bool(groups & lexicon.light),
        role="own" if item.lexeme.owns else role_of(items, place, lexicon),
    )


def is_label(items: Sequence[Item], place: int) -> bool:
    """Tell the letter of `service A`, `grade A`, `["a", "b"]` from an article, a verb or a preposition."""
    item = items[place]
    written = item.lexeme.written
    if len(written) != 1 or not written.isascii():
        return False
    ends = place + 1 == len(items) or items[place + 1].clause != item.clause
    begins = place == 0 or items[place - 1].clause != item.clause
    is_capital = "A" <= written <= "Z" and written != "I"
    return (begins and ends) or (is_capital and (ends or not item.lexeme.opens))


def role_of(items: Sequence[Item], place: int, lexicon: Lexicon) -> str:
    """Return the function word that binds the word at a place, articles before it left out."""
    before = place - 1
    while before >= max(0, place - _LOOK_BACK) and (
        items[before].kind in ("number", "date", "time")
        or (items[before].lexeme.plain in DETERMINERS and items[before].kind in ("word", "switch"))
    ):
        before -= 1
    if before < 0 or (items[before].clause != items[place].clause and items[before].kind != "not"):
        return ""
    item = items[before]
    if item.kind == "not":
        contrasts = before == 0 or items[before - 1].clause != item.clause
        return "not" if before == place - 1 and contrasts else ""
    is_binder = item.kind == "switch" or (item.kind == "word" and item.lexeme.plain in lexicon.function)
    return item.lexeme.plain if is_binder and item.lexeme.plain in ROLES else ""


ROLES = word_set(
    """
to from in on at by for of with over than into onto under before after instead zu zum zur von vom nach bei
mit aus als vor in im für à de chez vers par avec pour en por con para a 到 从 由 被 给 对 比
"""
)
"""Function words that say what part something has in what is told."""
