"""Words that both texts have, but not as often: a rewording may say a word twice, a handbook may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.text.slots.side_by_side import Side, SideBySide

SEVERAL = 3
"""Sentences from which on a text is told so closely that every word of it counts."""

EXCHANGED = 2
"""Words in which texts that go word for word are still told to be one with something exchanged."""

_VALUES = frozenset({"number", "date", "time", "every", "address", "identifier", "version"})


def repeated_differ(pair: SideBySide) -> tuple[list[str], list[str]] | None:
    """Return what either text says more often than the other, where that counts."""
    one, other = _row(pair.one), _row(pair.other)
    more, less = Counter(one) - Counter(other), Counter(other) - Counter(one)
    if not more and not less:
        return None
    if min(map(_sentences, pair.sides)) >= SEVERAL or _go_alike(one, other):
        return [*more], [*less]
    return None


def _row(side: Side) -> list[str]:
    keys = {word.place: word.key for word in side.words}
    return [
        item.value if item.kind in _VALUES else keys[place]
        for place, item in enumerate(side.items)
        if place in keys or item.kind in _VALUES
    ]


def _sentences(side: Side) -> int:
    return sum(item.lexeme.opens for item in side.items)


def _go_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether both go word for word, but for what is exchanged; neither has a word alone."""
    if len(one) != len(other) or {*one} != {*other}:
        return False
    return sum(here != there for here, there in zip(one, other, strict=True)) <= EXCHANGED
