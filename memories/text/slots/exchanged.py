"""The same values in each other's places: five apples and six pears, six apples and five pears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.text.slots.items import Item, ItemKind
from memories.text.slots.moments import is_year
from memories.text.slots.ordering import JOINING
from memories.text.slots.side_by_side import Side, SideBySide

_VALUES: tuple[ItemKind, ...] = ("number", "date", "time", "version", "address", "identifier")
_ENOUGH = 2
"""What must keep its order for values to have left theirs: `ports 80 and 443` may as well be `443 and 80`."""


def values_exchanged(pair: SideBySide) -> bool:
    """Tell whether values of one kind changed their order and all around them kept its own."""
    return any(_exchanged(pair, kind) for kind in _VALUES)


def _exchanged(pair: SideBySide, kind: ItemKind) -> bool:
    if not _turned(_values(pair.one, kind), _values(pair.other, kind)):
        return False
    one, other = _anchors(pair.one, kind), _anchors(pair.other, kind)
    return len({*one} & {*other}) >= _ENOUGH and not _turned(one, other)


def _values(side: Side, kind: ItemKind) -> list[str]:
    return _once([value for run in _runs(side, kind) for value in run])


def _runs(side: Side, kind: ItemKind) -> list[list[str]]:
    """Return the values of a kind in order; those that `and` joins as a set, unless another `and` tells which
    of them goes with what: `on Tuesdays and Thursdays`.
    """
    joints = [place for place, item in enumerate(side.items) if item.kind == "switch" and _joins(item)]
    runs: list[list[str]] = []
    for place, item in enumerate(side.items):
        if item.kind != kind or _is_of_time(side.items, place):
            continue
        joined = len(joints) == 1 and place - 1 == joints[0] and side.items[place - 2].kind == kind
        if joined and runs:
            runs[-1] = sorted([*runs[-1], item.value])
        else:
            runs.append([item.value])
    return runs


def _is_of_time(items: Sequence[Item], place: int) -> bool:
    """Tell a number that is a year, or says how many times: `twice a day`."""
    follows = items[place + 1].kind if place + 1 < len(items) else ""
    return is_year(items[place]) or (items[place].kind == "number" and follows == "every")


def _joins(item: Item) -> bool:
    return item.value[:-1] in JOINING


def _anchors(side: Side, kind: ItemKind) -> list[str]:
    """Return the words and the values of other kinds, in order, as far as they stand there once."""
    keys = {word.place: word.key for word in side.words}
    values = {place: item.value for place, item in enumerate(side.items) if item.kind in {*_VALUES} - {kind}}
    return _once([anchor for _, anchor in sorted((keys | values).items())])


def _once(row: Sequence[str]) -> list[str]:
    counts = Counter(row)
    return [value for value in row if counts[value] == 1]


def _turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether what both rows hold stands in another order."""
    here, there = {*one}, {*other}
    return [value for value in one if value in there] != [value for value in other if value in here]
