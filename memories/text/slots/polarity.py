"""Whether two texts deny as often, and stand on the same side of every pair of opposites."""

from __future__ import annotations

from collections import Counter

from memories.text.slots.inverted import same_comparison, same_sequence
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.side_by_side import Side, SideBySide

NEEDED = word_set(
    """
need needs needed necessary required brauchen brauche brauchst braucht müssen muss musst müsst nötig notwendig
besoin obligé obligée obligatoire nécessaire necesita necesitas necesario necesaria obligatorio falta hace
"""
)
"""What is not needed may still be done; what must not be is forbidden."""

_UNNEEDED = word_set("neednt needn't 不必 无需 不用")
_EXCEPT = word_set("except excluding außer ausgenommen sauf excepté hormis excepto salvo menos 除了 除")
_BUT = word_set("but")
_EVERYONE = word_set(
    "all everyone everybody everything alle jeder alles tous tout toutes todos todas todo 都 所有 全部 every"
)
_NEAR = 2


def same_polarity(pair: SideBySide) -> bool:
    """Tell whether both say yes or both no: `not public` and `private` cancel out, one alone does not."""
    if excepts(pair) or _only_one_forbids(pair):
        return False
    if same_sequence(pair) or same_comparison(pair):
        return True
    flips = _flips(pair)
    denied = abs(pair.one.slots.denials - pair.other.slots.denials)
    return (flips == 0 and denied == 0) or (flips == 1 and denied == 1)


def is_in_doubt(pair: SideBySide) -> bool:
    """Tell whether what is denied is only said by one of them: `..., but not in the old folder`."""
    if _flips(pair) or excepts(pair) or _only_one_forbids(pair):
        return False
    more = max(pair.sides, key=lambda side: side.slots.denials)
    alone = {word.place for word in more.alone}
    return bool(alone) and all(_next_word(more, place) in alone for place in _denied(more))


def excepts(pair: SideBySide) -> bool:
    """Tell whether one text only excepts someone from what both say of all or none: `nobody but Anne`."""
    return len({_has_exception(side) for side in pair.sides}) > 1 and all(map(_speaks_of_all, pair.sides))


def _has_exception(side: Side) -> bool:
    return any(
        item.lexeme.plain in _EXCEPT
        or (item.lexeme.plain in _BUT and place > 0 and _is_of_all(side.items[place - 1]))
        for place, item in enumerate(side.items)
    )


def _speaks_of_all(side: Side) -> bool:
    return any(map(_is_of_all, side.items))


def _is_of_all(item: Item) -> bool:
    return item.kind == "not" or item.lexeme.plain in _EVERYONE


def _only_one_forbids(pair: SideBySide) -> bool:
    """Tell whether one says that something need not be done, the other that it must not."""
    return all(_denied(side) for side in pair.sides) and len({_is_unneeded(side) for side in pair.sides}) > 1


def _is_unneeded(side: Side) -> bool:
    return any(
        side.items[place].lexeme.plain in _UNNEEDED
        or any(
            item.lexeme.plain in NEEDED or _has_to(side, at)
            for at, item in enumerate(
                side.items[max(0, place - _NEAR) : place + _NEAR + 1], max(0, place - _NEAR)
            )
        )
        for place in _denied(side)
    )


def _has_to(side: Side, place: int) -> bool:
    """`have to`, `tiene que`."""
    follows = side.items[place + 1].lexeme.plain if place + 1 < len(side.items) else ""
    return (side.items[place].lexeme.plain, follows) in _OBLIGED


_OBLIGED = frozenset({("have", "to"), ("has", "to"), ("tiene", "que"), ("tienes", "que"), ("tengo", "que")})


def _denied(side: Side) -> list[int]:
    return [place for place, item in enumerate(side.items) if item.kind == "not"]


def _next_word(side: Side, place: int) -> int:
    """Return the place of the next word with meaning behind a place, in its clause; -1 if there is none."""
    clause = side.items[place].clause
    for word in side.words:
        if word.place > place:
            return word.place if side.items[word.place].clause == clause else -1
    return -1


def _flips(pair: SideBySide) -> int:
    """Count the axes on which the texts stand on opposite sides."""
    one, other = Counter(pair.one.slots.switches), Counter(pair.other.slots.switches)
    left, right = one - other, other - one
    return sum(min(count, right[_opposite(position)]) for position, count in left.items())


def _opposite(position: str) -> str:
    return position[:-1] + ("-" if position.endswith("+") else "+")
