"""The same words in another order or tense: when that changes what is said."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import combinations, pairwise
from types import MappingProxyType

from memories.text.slots.content import DETERMINERS, Word
from memories.text.slots.exchanged import values_exchanged
from memories.text.slots.inverted import same_comparison, same_sequence
from memories.text.slots.items import Item
from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.lexicon.others import FOREIGN_PREPOSITIONS
from memories.text.slots.ordering import is_foreign_text
from memories.text.slots.roles import parts_turned
from memories.text.slots.side_by_side import Side, SideBySide
from memories.text.slots.taking_part import SELF, parts, told

LONGEST_TRANSPOSED = 12
"""Words between the first and the last that stand elsewhere; longer texts are not searched for two that
changed places."""

MOST_MOVED = 40
"""Words whose part changed; when more did, the texts are not one with two words exchanged."""

_SUBJECTS = word_set("i we ich wir je yo")
_PASSIVE = word_set("由 被")
_SHORTEST_TRANSPOSED = 2
_WAS = word_set("was were wurde wurden fue fueron")
_PAST = word_set(
    "fue fueron fut furent was were war waren étaient était eran era estaba estaban used wurde wurden"
)
_PRESENT = word_set("is are am wird werden ist sind est sont es son está están esta estan")
_HAD = word_set("had hatte hatten hattest avait avaient avais tenía tenia tenían tenian")
_HAS = MappingProxyType(
    {
        "en": word_set("have has"),
        "de": word_set("habe hat haben hast"),
        "fr": word_set("a ai ont as"),
        "es": word_set("tengo tiene tienen tienes"),
    }
)
"""Of what one has and has no longer; by language, since the French word is an English article."""
_PLACES = word_set("in on at into onto")
_BE, _HAVE = word_set("is are am"), word_set("has have")
_AHEAD, _PERFECT = word_set("will shall"), word_set("has have had was were did")
_COPULAS = _PRESENT | word_set("was were war waren era eran 是")
_AUXILIARIES = _PAST | _PRESENT | word_set("be been being has have had get gets got")
_LOOK_BACK = 2
_BY_ORDER = frozenset({"en", "zh"})
"""Languages in which the order of words tells who does what to whom."""


def are_swapped(pair: SideBySide) -> bool:
    """Tell whether two words took each other's part, or two parts of the text each other's place."""
    if same_sequence(pair) or same_comparison(pair):
        return False
    if parts_turned(pair) or _parts_exchanged(pair) or values_exchanged(pair):
        return True
    return not pair.one.alone and not pair.other.alone and _transposed(pair)


def tenses_differ(pair: SideBySide) -> bool:
    """Tell whether the same words, in the same order, are said of the past in one text only."""
    if _was_done(pair):
        return True
    if [word.stem for word in pair.one.words] != [word.stem for word in pair.other.words]:
        return False
    one, other = _tense(pair.one.items), _tense(pair.other.items)
    return (
        {one, other} == {"past", "present"}
        or _only_one_is_ahead(pair)
        or _had(pair)
        or _is_what_other_has(pair)
        or _endings_differ(pair)
    )


def _had(pair: SideBySide) -> bool:
    """Tell whether one text says of what the other has that it was had."""
    one, other = ({item.lexeme.plain for item in side.items} for side in pair.sides)
    has = _HAS.get(pair.lexicon.language, frozenset())
    return any(
        here & _HAD and there & has and not there & _HAD for here, there in ((one, other), (other, one))
    )


def _is_what_other_has(pair: SideBySide) -> bool:
    """Tell whether somebody is, in one text, what he has in the other: `is a teacher`, `has a teacher`."""
    if pair.lexicon.language != "en":
        return False
    return any(
        _tells_what(here, _HAVE, _BE) and _tells_what(there, _BE, _HAVE)
        for here, there in (pair.sides, pair.sides[::-1])
    )


def _tells_what(side: Side, verbs: Set[str], others: Set[str]) -> bool:
    """Tell whether one of the verbs stands before an article, and none of the others anywhere."""
    plain = [item.lexeme.plain for item in side.items]
    before = any(verb in verbs and noun in DETERMINERS for verb, noun in pairwise(plain))
    return before and others.isdisjoint(plain)


def _only_one_is_ahead(pair: SideBySide) -> bool:
    """Tell whether what one text says has happened is still to come in the other."""
    one, other = ({item.lexeme.plain for item in side.items} for side in pair.sides)
    return any(
        here & _AHEAD and not there & _AHEAD and there & _PERFECT
        for here, there in ((one, other), (other, one))
    )


def _was_done(pair: SideBySide) -> bool:
    """Tell whether one text says that something was done which the other tells to do."""
    past = [bool({item.lexeme.plain for item in side.items} & _WAS) for side in pair.sides]
    if past[0] == past[1] or pair.one.alone or pair.other.alone:
        return False
    done, told = pair.sides if past[0] else (pair.other, pair.one)
    forms = {word.stem: done.items[word.place].lexeme.plain for word in done.words}
    return any(
        pair.lexicon.is_base(plain := told.items[word.place].lexeme.plain)
        and forms.get(word.stem, plain) != plain
        for word in told.words
    )


def _tense(items: Sequence[Item]) -> str:
    plain = {item.lexeme.plain for item in items}
    past, present = bool(plain & _PAST), bool(plain & _PRESENT)
    return "" if past == present else "past" if past else "present"


def _endings_differ(pair: SideBySide) -> bool:
    """`worked` and `works`, but not `is employed`."""
    if pair.lexicon.language != "en":
        return False
    return any(
        _is_past(pair, pair.one.items, one) != _is_past(pair, pair.other.items, other)
        and _is_past_form(pair, pair.one.items, one) != _is_past_form(pair, pair.other.items, other)
        for one, other in zip(pair.one.words, pair.other.words, strict=True)
    )


def _is_past(pair: SideBySide, items: Sequence[Item], word: Word) -> bool:
    before = {item.lexeme.plain for item in items[max(0, word.place - _LOOK_BACK) : word.place]}
    return _is_past_form(pair, items, word) and not before & _AUXILIARIES


def _is_past_form(pair: SideBySide, items: Sequence[Item], word: Word) -> bool:
    """`worked`, `wrote`."""
    plain = items[word.place].lexeme.plain
    return plain.endswith("ed") or plain in pair.lexicon.past


def _parts_exchanged(pair: SideBySide) -> bool:
    one, other = (parts(side, pair.lexicon) for side in pair.sides)
    moved = [key for key, word in one.items() if key in other and other[key].role != word.role]
    return len(moved) <= MOST_MOVED and any(
        _same_role(one[key], other[partner])
        and _same_role(one[partner], other[key])
        and _apart(pair.one.items, one[key], one[partner])
        and _apart(pair.other.items, other[key], other[partner])
        for key, partner in combinations(moved, 2)
    )


def _same_role(one: Word, other: Word) -> bool:
    """`the box on the shelf`, `the shelf in the box`."""
    return one.role == other.role or {one.role, other.role} <= _PLACES


def _apart(items: Sequence[Item], one: Word, other: Word) -> bool:
    """Tell whether more than an article stands between two words, so that they are no compound."""
    first, last = sorted((one.place, other.place))
    return any(item.lexeme.plain not in DETERMINERS for item in items[first + 1 : last])


def _equated(items: Sequence[Item], words: Sequence[Word]) -> bool:
    """Tell whether a copula stands among the words: `the owner is Ana` is `Ana is the owner`."""
    return any(item.lexeme.plain in _COPULAS for item in items[words[0].place : words[-1].place])


def _transposed(pair: SideBySide) -> bool:
    """Tell whether X ... Y became Y ... X with something said between them, and no preposition tells why."""
    one, other = told(pair.one, pair.lexicon), told(pair.other, pair.lexicon)
    while one and other and one[-1].key == other[-1].key:
        one.pop()
        other.pop()
    while one and other and one[0].key == other[0].key:
        del one[0], other[0]
    if not _SHORTEST_TRANSPOSED <= len(one) == len(other) <= LONGEST_TRANSPOSED:
        return False
    keys, turned = [word.key for word in one], [word.key for word in other]
    for first in range(1, len(keys)):
        for last in range(1, len(keys) - first + 1):
            middle = keys[first : len(keys) - last]
            if turned == keys[-last:] + middle + keys[:first]:
                ends = (one[0], one[-last], other[0], other[last + len(middle)])
                if (middle or _verb_between(pair, *ends)) and _may_change_places(pair, ends):
                    return True
    return False


def _verb_between(pair: SideBySide, one: Word, next_one: Word, other: Word, next_other: Word) -> bool:
    """Tell whether a verb parts two names in both texts: `Anna hat Ben eingeladen`."""
    spans = ((pair.one, one, next_one), (pair.other, other, next_other))
    return all(
        first.is_name | _is_bare(pair, first)
        and any(
            item.lexeme.plain in pair.lexicon.verbs for item in side.items[first.place + 1 : second.place]
        )
        for side, first, second in spans
    )


def _may_change_places(pair: SideBySide, ends: Sequence[Word]) -> bool:
    """Tell whether the order of two parts says who does what: no preposition does, nothing equates them.

    Where endings and articles also say it, the order counts between names only.
    """
    if _speaks_in_both(pair, ends):
        return False
    if any(is_foreign_text(side, pair.lexicon) for side in pair.sides):
        return not _is_placed(pair, ends)
    chinese = pair.lexicon.language == "zh"
    if any(word.role and (not chinese or word.role in _PASSIVE) for word in ends):
        return False
    if any(_equated(side.items, side.words) for side in pair.sides):
        return False
    return pair.lexicon.language in _BY_ORDER or all(word.is_name or _is_bare(pair, word) for word in ends)


def _is_placed(pair: SideBySide, ends: Sequence[Word]) -> bool:
    """Tell whether a foreign preposition stands right before one of two parts, or before its article."""
    return any(
        item.lexeme.plain in FOREIGN_PREPOSITIONS
        for side, words in ((pair.one, ends[:2]), (pair.other, ends[2:]))
        for word in words
        for item in side.items[max(0, word.place - _LOOK_BACK) : word.place + 1]
    )


def _speaks_in_both(pair: SideBySide, ends: Sequence[Word]) -> bool:
    """Tell whether one of two parts is `I` in both texts: wherever it stands, it is who does it."""
    of_one = {pair.one.items[word.place].lexeme.plain for word in ends[:2] if word.key == SELF}
    of_other = {pair.other.items[word.place].lexeme.plain for word in ends[2:] if word.key == SELF}
    return bool(of_one & of_other & _SUBJECTS)


def _is_bare(pair: SideBySide, word: Word) -> bool:
    """Tell a capital without an article before it: what a name looks like at the head of a sentence."""
    return any(
        word in side.words
        and side.items[word.place].lexeme.written[:1].isupper()
        and (word.place == 0 or side.items[word.place - 1].lexeme.plain not in DETERMINERS)
        for side in pair.sides
    )
