"""Two texts side by side: what they share and what each has alone. Symmetric, and linear in their length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memories.text.slots.content import Word, content
from memories.text.slots.extract import Slots
from memories.text.slots.items import Item, read
from memories.text.slots.lexicon.entries import Lexicon, word_set
from memories.text.slots.lexicon.languages import LEXICONS
from memories.text.slots.reading import Reading

_SHORTEST_ROOT = 4
_ENDINGS = {""} | word_set(
    """
s e n i y al ly ic er or en es ed ing ion ions tion ation ance anc ence enc ment ant ent i iti ness ful
iv ive a o as os in innen ung ungen heit keit lich isch ig te t st eur euse rice trice age ement ment
idad cion aci ador ada ado ido ida
"""
)
"""What one word may end in and another of the same root not."""


_IS = word_set("is are am was were ist sind bin war waren est sont suis était es son soy era está están")
_MOVING = word_set(
    """
go goes went gone come comes came take takes took taken geht gehe gehen ging gingen kommt komme kommen kam
kamen va vais vont vient viens viennent voy van viene vengo vienen
"""
)
_JOINTS = ("", "s", "es", "n", "en")
"""What German puts between the parts of a compound."""

_MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class Side:
    """One of two texts, its items and slots, its words, and those the other text has no word for."""

    text: str
    marks: Counter[str]
    items: Sequence[Item]
    slots: Slots
    words: Sequence[Word]
    alone: Sequence[Word]


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Both texts, the lexicon they are read with, how many words they share, and whether one of those stands
    in them as two words for one thing.
    """

    one: Side
    other: Side
    lexicon: Lexicon
    shared: int
    has_synonyms: bool

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.one, self.other

    @property
    def is_reworded(self) -> bool:
        """Whether each has words that the other has not."""
        return bool(self.one.alone and self.other.alone)


def side_by_side(one: Reading, other: Reading) -> SideBySide:
    """Set two texts side by side in one language: their own, or that of both together."""
    language = one.language
    if other.language != language:
        language, _ = read(f"{one.text}\n{other.text}")
    lexicon = LEXICONS[language]
    (one_items, one_slots), (other_items, other_slots) = one.read_in(language), other.read_in(language)
    one_words, other_words = content(one_items, lexicon), content(other_items, lexicon)
    one_alone, other_alone = _alone(one_words, other_words), _alone(other_words, one_words)
    one_words, other_words = _renamed(one_words, other_words), _renamed(other_words, one_words)
    one_alone, other_alone = _without_compounds(one_alone, other_alone)
    one_alone, other_alone = _without_kin(one_alone, other_alone)
    shared = min(len(one_words) - len(one_alone), len(other_words) - len(other_alone))
    if not (
        _went(one_alone, one_items, other_alone, other_items)
        or _went(other_alone, other_items, one_alone, one_items)
    ):
        one_alone, other_alone = _without_light(one_alone, other_alone, lexicon)
    return SideBySide(
        one=Side(one.text, one.marks, one_items, one_slots, one_words, one_alone),
        other=Side(other.text, other.marks, other_items, other_slots, other_words, other_alone),
        lexicon=lexicon,
        shared=shared,
        has_synonyms=_have_synonyms(one_words, other_words) or _have_synonyms(other_words, one_words),
    )


def _alone(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Return the words that the others have no match for; a word said twice says no more."""
    keys, groups = _names(others)
    return [word for word in words if word.key not in keys and not word.groups & groups]


def _renamed(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Return the words, each that the others say in another word under the name of the group they share."""
    keys, groups = _names(others)
    return [
        word._replace(key=min(common)) if word.key not in keys and (common := word.groups & groups) else word
        for word in words
    ]


def _have_synonyms(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Tell whether a word of one stands in the other as another word."""
    one, other = _stems(words), _stems(others)
    return any(one[key] != other[key] for key in one.keys() & other.keys())


def _stems(words: Sequence[Word]) -> dict[str, set[str]]:
    stems: dict[str, set[str]] = {}
    for word in words:
        stems.setdefault(word.key, set()).add(word.stem)
    return stems


def _names(words: Sequence[Word]) -> tuple[set[str], frozenset[str]]:
    return {word.key for word in words}, frozenset().union(*(word.groups for word in words))


def _without_compounds(one: Sequence[Word], other: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """Take away what one text writes as one word and the other as two: `database`, `data base`."""
    gone_one, gone_other = _compounds(one, other), _compounds(other, one)
    return (
        [word for word in one if word.place not in gone_one[0] | gone_other[1]],
        [word for word in other if word.place not in gone_other[0] | gone_one[1]],
    )


def _compounds(whole: Sequence[Word], parted: Sequence[Word]) -> tuple[set[int], set[int]]:
    """Return the places of compounds among the first words, and of their parts among the second."""
    begun: dict[str, list[tuple[Word, Word]]] = {}
    for left, right in pairwise(parted):
        begun.setdefault(left.stem[:_SHORTEST_ROOT], []).append((left, right))
    found = {
        word.place: (left.place, right.place)
        for word in whole
        for left, right in begun.get(word.stem[:_SHORTEST_ROOT], [])[:_MOST_PARTS]
        if _is_compound(word.stem, left.stem, right.stem)
    }
    return {*found}, {place for pair in found.values() for place in pair}


def _is_compound(whole: str, left: str, right: str) -> bool:
    """`data base`; `Bienenstiche allergisch`, whose parts have endings of their own: there they must be long
    enough to be told.
    """
    if whole == left + right:
        return True
    if not whole.startswith(left) or min(len(left), len(right)) < _SHORTEST_ROOT or not whole.isalpha():
        return False
    rest = whole[len(left) :]
    return any(_are_kin(rest.removeprefix(joint), right) for joint in _JOINTS)


def _without_kin(one: Sequence[Word], other: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """Take away words of one root: `allergic` and `allergy`, but no names."""
    waiting: dict[str, list[Word]] = {}
    for word in other:
        if _has_kin(word):
            waiting.setdefault(word.stem[:_SHORTEST_ROOT], []).append(word)
    kept, gone = [], set()
    for word in one:
        candidates = waiting.get(word.stem[:_SHORTEST_ROOT], []) if _has_kin(word) else []
        kin = next(
            (each for each in candidates[:8] if each.place not in gone and _are_kin(word.stem, each.stem)),
            None,
        )
        if kin is None:
            kept.append(word)
        else:
            gone.add(kin.place)
    return kept, [word for word in other if word.place not in gone]


def _has_kin(word: Word) -> bool:
    return (
        not word.is_name
        and word.key[:1] not in "~"
        and len(word.stem) >= _SHORTEST_ROOT
        and word.stem.isalpha()
    )


def _are_kin(one: str, other: str) -> bool:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    if length < _SHORTEST_ROOT:
        return False
    return all(_is_ending(word[length:], behind=one[length - 1]) for word in (one, other))


def _is_ending(rest: str, *, behind: str) -> bool:
    """`er` of `drummer`, too, whose letter is doubled."""
    return rest in _ENDINGS or (rest[:1] == behind and rest[1:] in _ENDINGS)


def _went(alone: Sequence[Word], items: Sequence[Item], rest: Sequence[Word], others: Sequence[Item]) -> bool:
    """Tell whether somebody goes, in one text, to what or where he is in the other, and no more differs:
    `goes to the doctor`, `is a doctor`.
    """
    if rest or not alone or any(items[word.place].lexeme.plain not in _MOVING for word in alone):
        return False
    return _says_is(others) and not _says_is(items)


def _says_is(items: Sequence[Item]) -> bool:
    return any(item.lexeme.plain in _IS for item in items)


def _without_light(
    one: Sequence[Word], other: Sequence[Word], lexicon: Lexicon
) -> tuple[list[Word], list[Word]]:
    """Take away verbs that stand for any verb, with the one verb of the other text they stand for."""
    heavy_one = [word for word in one if not word.is_light]
    heavy_other = [word for word in other if not word.is_light]
    if _stands_for(one, heavy_one, heavy_other, lexicon) or _stands_for(
        other, heavy_other, heavy_one, lexicon
    ):
        return [], []
    return heavy_one, heavy_other


def _stands_for(
    words: Sequence[Word], heavy: Sequence[Word], others: Sequence[Word], lexicon: Lexicon
) -> bool:
    """Tell whether all a text has alone is light verbs, and the other one verb that goes without saying."""
    free = len(others) == 1 and others[0].stem in lexicon.implied
    return free and bool(words) and not heavy
