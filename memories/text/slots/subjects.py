"""Whether two texts say their differing things of different subjects, so that both may be true."""

from __future__ import annotations

from memories.text.slots.differences import shared_values
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import Lexicon, word_set
from memories.text.slots.side_by_side import Side, SideBySide

_COPULAS = word_set("is are was were ist sind war est sont était es son era é 是")
_DEFINITE = word_set(
    """
the my our his her their der die das mein unser le la l mon ma notre el mi su nuestro 我 我的
"""
)

_MANY = word_set(
    """
many few several numerous viele wenige mehrere manche beaucoup peu nombreux plusieurs muchos muchas pocos
pocas varios 很多 许多 少数 多数 少
"""
)
"""How many of a subject: another number of them is no other subject."""

_FRAME = 2
"""Words in common, of any sort, that make one frame: `the user is a nurse`, `the user is a cook`."""


def speak_of_others(pair: SideBySide) -> bool:
    """`Ana lives in Paris`, `Ben lives in Paris`; but not `Ana is the owner`, `Ben is the owner`."""
    if pair.shared == 0 and not shared_values(pair.one.slots, pair.other.slots):
        return _bound_words(pair) < _FRAME
    return (
        _is_subject(pair, pair.one)
        and _is_subject(pair, pair.other)
        and not all(map(_is_identified, pair.sides))
    )


def _is_subject(pair: SideBySide, side: Side) -> bool:
    """Tell whether what this text has alone stands before its first verb, with something after it."""
    if not side.alone or all(
        word.stem in _MANY or side.items[word.place].lexeme.plain in _MANY for word in side.alone
    ):
        return False
    first = side.alone[0].place
    return not any(_may_be_verb(side.items[place], pair.lexicon) for place in range(first)) and side.alone[
        -1
    ].place + 1 < len(side.items)


def _may_be_verb(item: Item, lexicon: Lexicon) -> bool:
    return item.kind in ("not", "switch") or (
        item.kind == "word"
        and (item.lexeme.plain in lexicon.verbs or lexicon.stem(item.lexeme.plain) in lexicon.light)
    )


def _is_identified(side: Side) -> bool:
    """Tell whether a copula and something definite follow what this text has alone."""
    after = [item.lexeme.plain for item in side.items[side.alone[-1].place + 1 :][:2]]
    return len(after) > 1 and after[0] in _COPULAS and after[1] in _DEFINITE


def _bound_words(pair: SideBySide) -> int:
    one, other = ({item.lexeme.plain for item in side.items} for side in pair.sides)
    return len(one & other)
