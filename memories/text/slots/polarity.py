"""Whether two texts deny as often, and stand on the same side of every pair of opposites."""

from __future__ import annotations

from collections import Counter

from memories.text.slots.side_by_side import Side, SideBySide


def same_polarity(pair: SideBySide) -> bool:
    """Tell whether both say yes or both no: `not public` and `private` cancel out, one alone does not."""
    flips = _flips(pair)
    denied = abs(pair.one.slots.denials - pair.other.slots.denials)
    return (flips == 0 and denied == 0) or (flips == 1 and denied == 1)


def is_in_doubt(pair: SideBySide) -> bool:
    """Tell whether what is denied is only said by one of them: `..., but not in the old folder`."""
    if _flips(pair):
        return False
    more = max(pair.sides, key=lambda side: side.slots.denials)
    alone = {word.place for word in more.alone}
    return bool(alone) and all(_next_word(more, place) in alone for place in _denied(more))


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
