"""Where in two texts their differing words stand: all in one place, or each in the place of another."""

from __future__ import annotations

from memories.text.slots.content import Word
from memories.text.slots.side_by_side import Side, SideBySide

LONGEST_SLOT = 2
"""Words that stand in one slot: `oat`, `Li Guoyu`."""

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
    return len(word.stem) if "\u2e80" <= word.stem[:1] < "\ufb00" else _HALVES
