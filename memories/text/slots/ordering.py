"""The same things said in another order: when the order is part of what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import combinations, pairwise

from memories.text.slots.content import ROLES
from memories.text.slots.inverted import same_sequence
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import Lexicon, word_set
from memories.text.slots.lexicon.languages import is_foreign
from memories.text.slots.marks import ORDERING
from memories.text.slots.moments import is_moment
from memories.text.slots.side_by_side import Side, SideBySide

MOST_PARTNERS = 8
"""Parts of the other text that one part is looked up in; one that is spread over more is no assignment."""

JOINING = frozenset({"and", "und", "et", "y", "和"})
"""The axes of opposites on which the words for `and` stand."""

LABELLING = frozenset({":", "=", "："})
COPULAS = word_set("is are am was were est sont était étaient es son era eran está están")
_VALUES = frozenset({"number", "date", "time", "every", "address", "identifier", "version"})
_KNOWN_OF = 4
"""Of how many words one has to be known for a text to be in that language."""
_LINE = 5
"""Pieces of a line that is read by its order in whatever language."""

_BY_ORDER = frozenset({"en", "fr", "es"})
_SUBJECT, _OBJECT = word_set("der ein die das eine"), word_set("den dem einen einem")
_CODES = frozenset({"address", "identifier"})
_LIST, _MEMBER = 3, 2
"""Members that make a list, with what is before its colon, and what one of them may consist of."""


def is_out_of_order(pair: SideBySide) -> bool:
    """Tell whether what both texts say stands in another order, and the order says something."""
    if same_sequence(pair):
        return False
    one, other = _row(pair.one), _row(pair.other)
    if _turned(one, other) and (
        _has_ordering_sign(pair) or _tells_a_sequence(pair) or _spans_turned(pair) or _operands_turned(pair)
    ):
        return True
    return _lists_differ(pair) or _regrouped(pair) or _permuted(pair) or _cases_turned(pair)


def _row(side: Side) -> list[str]:
    """Return what a text says, in order: words by their keys, the rest by its value."""
    keys = {word.place: word.key for word in side.words}
    return [
        _switched(item) or keys.get(place) or item.value
        for place, item in enumerate(side.items)
        if place in keys or item.kind in _VALUES
    ]


def _switched(item: Item) -> str:
    return item.value if item.kind == "switch" else ""


def _turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether what stands once in both rows stands in another order."""
    here, there = Counter(one), Counter(other)
    both = {value for value in here if here[value] == there.get(value) == 1}
    return [value for value in one if value in both] != [value for value in other if value in both]


def _has_ordering_sign(pair: SideBySide) -> bool:
    return bool(ORDERING & {*pair.one.marks} & {*pair.other.marks})


def _tells_a_sequence(pair: SideBySide) -> bool:
    """`then`, `danach`, `puis`: said by one text at least."""
    return any(item.lexeme.plain in pair.lexicon.sequence for side in pair.sides for item in side.items)


def _spans_turned(pair: SideBySide) -> bool:
    """`between 5 and 10`, `between 10 and 5`."""
    return all(
        any(item.lexeme.plain in pair.lexicon.between for item in side.items) for side in pair.sides
    ) and _turned(*([item.value for item in side.items if item.kind in _VALUES] for side in pair.sides))


def _operands_turned(pair: SideBySide) -> bool:
    """Tell whether operands of a command changed places: `mv old new`, `mv new old`."""
    if all(
        _is_command(pair, side) and not is_foreign_text(side, pair.lexicon) for side in pair.sides
    ) and _same_pieces(pair):
        return True
    one, other = ([item.value for item in side.items if item.kind in _CODES] for side in pair.sides)
    there = {*pairwise(other)}
    return any((second, first) in there for first, second in pairwise(one) if first != second)


def _is_command(pair: SideBySide, side: Side) -> bool:
    """Tell a text without any word that binds, in which only the order says what is what."""
    return not any(item.kind == "not" or pair.lexicon.binds(item.lexeme.plain) for item in side.items)


def _same_pieces(pair: SideBySide) -> bool:
    one, other = (Counter(item.lexeme.plain for item in side.items) for side in pair.sides)
    return one == other


def _lists_differ(pair: SideBySide) -> bool:
    """Tell whether the members of a list stand in another order."""
    one, other = _members(pair.one), _members(pair.other)
    return _turned([*map(repr, one)], [*map(repr, other)])


def _members(side: Side) -> list[tuple[str, ...]]:
    """Return the short parts of a text that follow each other, as many as make a list."""
    enough = _LIST - ("[" in side.text)
    found: list[tuple[str, ...]] = []
    run: list[tuple[str, ...]] = []
    for part in [*_parts(side), ()]:
        if 0 < len(part) <= _MEMBER:
            run.append(tuple(sorted(part)))
            continue
        found += run if len(run) >= enough else []
        run = []
    return found


def _parts(side: Side, *, labelled: bool = False) -> list[list[str]]:
    """Return what is said in each part of a text, cut at every stop, pause and `and`.

    What is `labelled` stays with the label before its colon, and words that assign a part are told with it.
    """
    keys = {word.place: word.key for word in side.words}
    parts: list[list[str]] = [[]]
    clause = 0
    for place, item in enumerate(side.items):
        joins = item.kind == "switch" and item.value[:-1] in JOINING
        if joins or (item.clause != clause and not (labelled and item.behind in LABELLING)):
            parts.append([])
        clause = item.clause
        if not joins and (place in keys or item.kind in _VALUES):
            parts[-1].append(_switched(item) or keys.get(place) or item.value)
        elif labelled and not joins and (item.kind == "switch" or item.lexeme.plain in ROLES):
            parts[-1].append(item.value)
    return [part for part in parts if part]


def _regrouped(pair: SideBySide) -> bool:
    """Tell whether two parts of a text exchanged some of what they say: who is lead, who deputy."""
    one, other = (_homes(_parts(side, labelled=True)) for side in pair.sides)
    meetings: dict[int, set[int]] = {}
    for value in one.keys() & other.keys():
        meetings.setdefault(one[value], set()).add(other[value])
    seen: set[tuple[int, int]] = set()
    for places in meetings.values():
        for both in combinations(sorted(places)[:MOST_PARTNERS], 2):
            if both in seen:
                return True
            seen.add(both)
    return False


def _homes(parts: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the place of the part that each value stands in, of those that stand in a text once."""
    counts = Counter(value for part in parts for value in part)
    return {value: place for place, part in enumerate(parts) for value in part if counts[value] == 1}


def _permuted(pair: SideBySide) -> bool:
    """Tell whether the very same words stand in other phrases: a rewording moves phrases as they are.

    Only where the order of words tells who does what, and endings do not.
    """
    if pair.lexicon.language not in _BY_ORDER:
        return False
    known = sum(pair.lexicon.knows(item.lexeme.plain) for item in pair.one.items)
    if not _same_pieces(pair) or is_foreign_text(pair.one, pair.lexicon):
        return False
    if known * _KNOWN_OF < len(pair.one.items) and len(pair.one.items) > _LINE:
        return False  # English also stands for languages that are not known
    one, other = ([*_phrases(pair, side)] for side in pair.sides)
    values = {item.lexeme.plain for side in pair.sides for item in side.items if item.kind in _VALUES}
    return Counter(_as_sets(one, values)) != Counter(_as_sets(other, values))


def is_foreign_text(side: Side, lexicon: Lexicon) -> bool:
    """Tell whether a text is in none of the languages whose lists are kept."""
    words = [item.lexeme.plain for item in side.items if item.lexeme.kind == "word"]
    words = [word for word in words if len(word) > 1]
    return is_foreign(words, known=sum(map(lexicon.knows, words)))


def _as_sets(phrases: Sequence[tuple[str, ...]], values: Set[str]) -> Iterator[tuple[str, ...]]:
    """Yield the phrases; of `on Tuesdays and Thursdays`, unless another `and` tells what goes with which, the
    second as the first one, so that they may change places.
    """
    only_one = sum(phrase[0] in JOINING for phrase in phrases) == 1
    before: tuple[str, ...] = ("",)
    for phrase in phrases:
        both = phrase[0] in JOINING and {phrase[-1], before[-1]} <= values and len(phrase) == _MEMBER
        yield (*before[:-1], phrase[-1]) if both and only_one else phrase
        before = phrase


def _phrases(pair: SideBySide, side: Side) -> Iterator[tuple[str, ...]]:
    """Yield the words of each phrase: those that bind, and what they bind. A copula is one by itself."""
    phrase: list[str] = []
    bound, ends, clause = False, False, -1
    for item in side.items:
        plain = item.lexeme.plain
        is_value = item.kind in _VALUES
        binds = is_value or pair.lexicon.binds(plain) or plain in ROLES
        closed = ends and not is_value
        if phrase and (item.clause != clause or (binds and bound) or closed or {plain, phrase[-1]} & COPULAS):
            yield tuple(phrase)
            phrase, bound = [], False
        phrase.append(plain)
        bound, clause = bound or is_value or not binds or plain in COPULAS, item.clause
        ends = is_moment(item)
    if phrase:
        yield tuple(phrase)


def _cases_turned(pair: SideBySide) -> bool:
    """Tell whether two German nouns took each other's article: `der Kunde ... dem Händler`."""
    if pair.lexicon.language != "de":
        return False
    one, other = (_nouns(side) for side in pair.sides)
    both = one.keys() & other.keys()
    risen = any(one[noun] in _SUBJECT and other[noun] in _OBJECT for noun in both)
    fallen = any(one[noun] in _OBJECT and other[noun] in _SUBJECT for noun in both)
    free = any(one[noun] == other[noun] and one[noun] in _OBJECT for noun in both)
    turned = [noun for noun in one if noun in both] != [noun for noun in other if noun in both]
    return (risen and fallen) or (turned and not free)


def _nouns(side: Side) -> dict[str, str]:
    """Return the article of each noun that one stands before, and no preposition before that."""
    found: dict[str, str] = {}
    for word in side.words:
        article = side.items[word.place - 1].lexeme.plain if word.place else ""
        if article in _SUBJECT | _OBJECT and not word.role:
            found[word.key] = article
    return found
