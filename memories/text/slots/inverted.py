"""The same told from its other end: `A before B`, `B after A`; `A is older than B`, `B is younger than A`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from typing import NamedTuple

from memories.text.slots.content import Word
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.side_by_side import Side, SideBySide

_BEFORE = word_set("before bevor ehe vor avant antes 之前 以前 前")
_AFTER = word_set("after nachdem nach après después 之后 以后 后")
_UNTIL = word_set("until till")
_WITHOUT = word_set("without ohne sans sin")
_THEN = word_set("then danach dann anschließend afterwards puis ensuite luego 然后")
_KINDS = {"before": _BEFORE, "after": _AFTER, "until": _UNTIL, "without": _WITHOUT, "then": _THEN}
_BEHIND = frozenset({"之前", "以前", "前", "之后", "以后", "后"})
"""Said behind what they bind."""

_THAN = word_set("than als que")
_AXES = ("before", "vor", "avant", "antes", "之前", "from")
_SEQUEL = word_set("onli first zuerst primero 先 only just erst seulement solo 才 能 只")
"""What goes without saying once something has to come first."""

_UNTIL_DENIALS, _WITHOUT_DENIALS = 1, 2


class _Order(NamedTuple):
    """What comes first, what later, how many denials say no more than that, and which sort of word."""

    earlier: list[Word]
    later: list[Word]
    denials: int
    kind: str


def same_sequence(pair: SideBySide) -> bool:
    """Tell whether both say that one thing comes before another, by different words, and deny nothing else.

    `Never merge without running the tests` is `Run the tests before merging`.
    """
    one, other = _order(pair.one), _order(pair.other)
    if one is None or other is None or one.kind == other.kind:
        return False
    if _flipped(pair, but=_AXES):
        return False
    if pair.one.slots.denials - one.denials != pair.other.slots.denials - other.denials:
        return False
    moved = _keys(one.earlier) & _keys(other.later) | _keys(one.later) & _keys(other.earlier)
    if len(moved) > 1 or moved & {word.key for word in (*one.earlier, *one.later) if word.is_name}:
        return False
    return _alike(pair, one.earlier, other.earlier, moved) and _alike(pair, one.later, other.later, moved)


def _keys(words: Sequence[Word]) -> set[str]:
    return {word.key for word in words}


def is_of_sequence(word: Word, pair: SideBySide) -> bool:
    """Tell `only` and its like where both say what comes first."""
    return word.stem in _SEQUEL and same_sequence(pair)


def same_comparison(pair: SideBySide) -> bool:
    """Tell whether one says of two that the first is more, the other that the second is less."""
    one, other = _compared(pair.one), _compared(pair.other)
    if one is None or other is None or pair.one.slots.denials != pair.other.slots.denials:
        return False
    axes = _flipped(pair, but=())
    if len(axes) != 1 or not all(_is_compared_by(side, axes[0]) for side in pair.sides):
        return False
    (less, behind), (more, ahead) = one, other
    here = {word.key for word in behind} - {word.key for word in ahead}
    there = {word.key for word in ahead} - {word.key for word in behind}
    return (
        bool(here and there) and here <= {word.key for word in more} and there <= {word.key for word in less}
    )


def _order(side: Side) -> _Order | None:
    found = [(place, kind) for place, item in enumerate(side.items) if (kind := _kind(item))]
    if len(found) != 1:
        return None
    place, kind = found[0]
    bound, free = _bound(side, place)
    if not bound or not free:
        return None
    if kind in ("before", "then"):
        return _Order(free, bound, 0, kind)
    denials = {"until": _UNTIL_DENIALS, "without": _WITHOUT_DENIALS}.get(kind, 0)
    return _Order(bound, free, denials, kind) if side.slots.denials >= denials else None


def _kind(item: Item) -> str:
    plain = item.lexeme.plain
    return next((kind for kind, words in _KINDS.items() if plain in words), "")


def _bound(side: Side, place: int) -> tuple[list[Word], list[Word]]:
    """Return the words that a connecting word binds, and the others."""
    clause, behind = side.items[place].clause, side.items[place].lexeme.plain in _BEHIND
    words = [word for word in side.words if word.place != place]
    bound = [
        word for word in words if side.items[word.place].clause == clause and (word.place < place) == behind
    ]
    places = {word.place for word in bound}
    return bound, [word for word in words if word.place not in places]


def _alike(pair: SideBySide, one: Sequence[Word], other: Sequence[Word], moved: Set[str]) -> bool:
    """Tell whether two parts share their words; names in them keep their order.

    A verb of both parts may be said in either: `run A before B`, `run B after A`.
    """
    here = [key for key in _shared(pair.one, one) if key not in moved]
    there = [key for key in _shared(pair.other, other) if key not in moved]
    names = {word.key for word in (*one, *other) if word.is_name}
    return (
        bool(here)
        and {*here} == {*there}
        and [key for key in here if key in names] == [key for key in there if key in names]
    )


def _shared(side: Side, words: Sequence[Word]) -> list[str]:
    alone = {word.place for word in side.alone}
    return [word.key for word in words if word.place not in alone and not word.is_light]


def _flipped(pair: SideBySide, *, but: Sequence[str]) -> list[str]:
    """Return the axes on which the texts stand on opposite sides, without some."""
    one, other = Counter(pair.one.slots.switches), Counter(pair.other.slots.switches)
    left, right = one - other, other - one
    return [
        position[:-1]
        for position in left
        if position[:-1] not in but and position[:-1] + ("-" if position[-1] == "+" else "+") in right
    ]


def _compared(side: Side) -> tuple[list[Word], list[Word]] | None:
    """Return the words before and behind the only `than`; a moved phrase among either."""
    places = [place for place, item in enumerate(side.items) if item.lexeme.plain in _THAN]
    if len(places) != 1:
        return None
    return (
        [word for word in side.words if word.place < places[0]],
        [word for word in side.words if word.place > places[0]],
    )


def _is_compared_by(side: Side, axis: str) -> bool:
    return any(item.kind == "switch" and item.value[:-1] == axis for item in side.items)
