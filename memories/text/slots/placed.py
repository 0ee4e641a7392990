"""Where in two texts their differing words stand: all in one place, or each in the place of another."""

from __future__ import annotations

from memories.text.slots.content import Word
from memories.text.slots.side_by_side import Side, SideBySide

LONGEST_SLOT = 2
"""Words that stand in one slot: `oat`, `Li Guoyu`."""

_VALUES = frozenset({"number", "date", "time", "every", "address", "identifier", "version"})

_HALVES = 2  # an ideograph is half a word


def in_one_slot(side: Side) -> bool:
    """Tell whether what a text has alone stands in one place."""
    places = [word.place for word in side.alone]
    if len(places) == 1:
        return True
    between = [word.place for word in side.words if places[0] <= word.place <= places[-1]]
    return sum(map(_halves, side.alone)) <= LONGEST_SLOT * _HALVES and between == places


def replaced_in_place(pair: SideBySide) -> bool:
    """Tell whether the texts go word for word, but in some places one has other words than the other.

    A rewording moves words about; what stays in its place and changes is a slot with another value.
    """
    one, other = _gaps(pair.one), _gaps(pair.other)
    if one[0] != other[0]:
        return False
    return any(here and there for here, there in zip(one[1], other[1], strict=True))


def is_reordered(pair: SideBySide) -> bool:
    """Tell whether what both say stands in another order: one says it anew, where a text with something added
    goes on as it began.
    """
    one, other = map(_in_order, pair.sides)
    common = {*one} & {*other}
    return [key for key in one if key in common] != [key for key in other if key in common]


def _in_order(side: Side) -> list[str]:
    """Return the keys of the words, and the values of what is no word, each where it stands first."""
    words = {word.place: word.key for word in side.words}
    values = {place: item.value for place, item in enumerate(side.items) if item.kind in _VALUES}
    said = words | values
    return list(dict.fromkeys(said[place] for place in sorted(said)))


def _gaps(side: Side) -> tuple[list[str], list[int]]:
    """Return the keys both texts have, and how many words of this one alone stand before and after each."""
    alone = {word.place for word in side.alone}
    anchors: list[str] = []
    gaps = [0]
    for word in side.words:
        if word.place in alone:
            gaps[-1] += 1
        else:
            anchors.append(word.key)
            gaps.append(0)
    return anchors, gaps


def _halves(word: Word) -> int:
    return len(word.stem) if is_ideograph(word.stem) else _HALVES


def is_ideograph(stem: str) -> bool:
    """Tell whether a word is written in ideographs, each an item of its own."""
    return "\u2e80" <= stem[:1] < "\ufb00"
