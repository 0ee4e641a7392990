"""Two texts of the same words: whether the small words between them say the same as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from memories.text.slots.content import is_label
from memories.text.slots.inverted import same_sequence
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.lexicon.small import SMALL, Small
from memories.text.slots.moments import is_moment
from memories.text.slots.side_by_side import Side, SideBySide

_VALUES = frozenset({"number", "date", "time", "every", "address", "identifier", "version"})


FLOATING = frozenset({"always", "usually"})
"""Shades of a whole statement, wherever they stand in it."""

_UNORDERED = FLOATING | {"may"}
"""`not able`, `can not`."""

ANYWHERE = -1
_TO = "à"  # without its accent, it would be `a`, a form of `avoir`
SPEAKER, DENIED = "speaker", "not"
PERSONS = frozenset(name for small in SMALL.values() for name in small.persons.values())
_ANY = word_set("any")
"""Says nothing behind a denial: `I don't eat any meat`."""
_FORBIDDEN = word_set(
    """
forbid forbids forbidden prohibit prohibits prohibited ban bans banned disallow disallowed verboten verbieten
untersagt interdit interdite interdits interdites interdire prohibido prohibida prohibidos prohíbe prohibir
禁止 cannot cant
"""
)
"""A denial of what may be done."""
_HAVE = word_set("have")
"""Without a `to` behind it, it binds nobody to anything."""
_ARTICLES = word_set("a un ein une")
_LITTLE = word_set("few little wenig peu poco poca")
"""What an article makes more of: `few`, `a few`."""


class Told(NamedTuple):
    """A small word, by what it stands for, and how many words that carry what is said stand before it."""

    word: str
    place: int
    unsaid: bool = False


def small_words_differ(pair: SideBySide) -> tuple[list[str], list[str]] | None:
    """Return what either text has alone of small words that say something; None when they agree.

    Texts that say the same words in the same order must agree in all of them; texts that put it otherwise may
    not differ in who is spoken of, nor in what shades the whole.
    """
    small = SMALL[pair.lexicon.language]
    one, other = ([*_told(side, small)] for side in pair.sides)
    denied = all(side.slots.denials for side in pair.sides)
    if denied:
        one, other = ([each for each in told if each.word not in _ANY] for told in (one, other))
    if pair.one.slots.denials != pair.other.slots.denials:
        one, other = _but_denials(one), _but_denials(other)  # a matter of polarity
    if _as_written(pair.one) == _as_written(pair.other) and not same_sequence(pair):
        return _difference(_without_unsaid(one, other), _without_unsaid(other, one), small)
    alike = _keys(pair.one) == _keys(pair.other)
    if alike and (differ := _parts_differ(one, other)):
        return differ
    among = PERSONS if alike else PERSONS - {SPEAKER}
    return _contrast(one, other, among) or _contrast(one, other, _shades(pair, small))


def _shades(pair: SideBySide, small: Small) -> set[str]:
    """The shades that two rewordings share; `not until` is as binding as `must ... before`."""
    return {*small.shades.values()} - ({"until", "must", "should"} if same_sequence(pair) else set())


def _but_denials(told: Sequence[Told]) -> list[Told]:
    return [each for each in told if each.word != DENIED]


def _parts_differ(one: Sequence[Told], other: Sequence[Told]) -> tuple[list[str], list[str]] | None:
    """Return who is spoken of in both texts, in order, if it is the same people in another one."""
    here, there = ([each.word for each in told if each.word in PERSONS] for told in (one, other))
    return (here, there) if here != there and sorted(here) == sorted(there) else None


def _contrast(
    one: Sequence[Told], other: Sequence[Told], among: Set[str]
) -> tuple[list[str], list[str]] | None:
    here, there = ({each.word for each in told} & among for told in (one, other))
    return (sorted(here - there), sorted(there - here)) if here - there and there - here else None


def _told(side: Side, small: Small) -> Iterator[Told]:
    said = {word.place for word in side.words}
    before = 0
    for place, item in enumerate(side.items):
        if place in said or item.kind in _VALUES:
            before += not is_moment(item)
        elif item.kind == "not":
            yield Told(DENIED, before)
            if item.lexeme.plain in _FORBIDDEN:
                yield Told("may", before)
        elif (name := _meaning(side.items, place, small)) and not is_label(side.items, place):
            yield Told(
                name,
                ANYWHERE if name in FLOATING or name == SPEAKER else before,
                item.lexeme.plain in small.unsaid,
            )


def _meaning(items: Sequence[Item], place: int, small: Small) -> str:
    """Return what a small word stands for, "" if it says nothing where it stands."""
    plain = _TO if items[place].lexeme.written.lower() == _TO else items[place].lexeme.plain
    follows = items[place + 1] if place + 1 < len(items) else items[place]
    if plain in small.before_moments and is_moment(follows):
        return ""
    if plain in _HAVE and follows.lexeme.plain != "to":
        return ""
    if plain in _ARTICLES and follows.lexeme.plain in _LITTLE:
        return follows.lexeme.plain
    return small.persons.get(plain) or small.shades.get(plain) or ("" if plain in small.idle else plain)


def _without_unsaid(told: Sequence[Told], other: Sequence[Told]) -> list[Told]:
    """Return small words without those that may be left out, as far as the other text leaves them out."""
    counts, there = Counter(each.word for each in told), Counter(each.word for each in other)
    if not {word for word in there if word in PERSONS} <= {*counts}:
        return [*told]
    return [each for each in told if not (each.unsaid and counts[each.word] > there[each.word])]


def _as_written(side: Side) -> list[str]:
    """Return the words that carry what is said as they are written, and a mark for each value."""
    said = {word.place for word in side.words}
    return [
        "#" if item.kind in _VALUES else item.lexeme.plain
        for place, item in enumerate(side.items)
        if place in said or item.kind in _VALUES
    ]


def _keys(side: Side) -> list[str]:
    return [word.key for word in side.words]


def _difference(
    one: Sequence[Told], other: Sequence[Told], small: Small
) -> tuple[list[str], list[str]] | None:
    here, there = (Counter((each.word, each.place) for each in told) for told in (one, other))
    alone, missing = [word for word, _ in here - there], [word for word, _ in there - here]
    if not alone and not missing:
        ordered = (
            [each.word for each in one if each.word not in _UNORDERED],
            [each.word for each in other if each.word not in _UNORDERED],
        )
        return ordered if ordered[0] != ordered[1] else None
    only_places = not (alone and missing) and {*alone, *missing} <= small.places
    return None if only_places else (alone, missing)
