"""What keeps two close texts from being taken for the same, one guard for each way to differ.

Cosines cannot tell a changed date from a rewording, so every guard speaks before they do. Each is symmetric
and answers with a finding or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memories.text.slots.content import DETERMINERS, Word
from memories.text.slots.differences import Difference, difference, numbers_and_times, refines
from memories.text.slots.gender import gender_differs
from memories.text.slots.inverted import is_of_sequence
from memories.text.slots.letters import spellings_differ
from memories.text.slots.marks import QUIET, REVERSING
from memories.text.slots.ordering import is_out_of_order
from memories.text.slots.placed import in_one_slot, is_ideograph, is_reordered, replaced_in_place
from memories.text.slots.polarity import is_in_doubt, same_polarity
from memories.text.slots.repeated import repeated_differ
from memories.text.slots.side_by_side import Side, SideBySide
from memories.text.slots.small_words import small_words_differ
from memories.text.slots.swaps import are_swapped, tenses_differ
from memories.text.slots.wishes import WISHES, came_true

MIN_SHARED = 0.45
"""Share of the words of the longer text that a rewording keeps."""

SINGLE_WORD, LITTLE_IN_COMMON = "single word", "little in common"

MAX_ALONE = 6
"""Words that either text may have alone and still be a rewording, however long both are."""

_SHOWN = 4


class Finding(NamedTuple):
    """Which guard spoke, why in words (maybe those of the texts), and whether both cannot be true."""

    guard: str
    reason: str
    contradicts: bool = False


Guard = Callable[[SideBySide], Finding | None]


def numbers(pair: SideBySide) -> Finding | None:
    """Amounts, with their units."""
    return _finding_of("numbers", numbers_and_times(pair.one.slots, pair.other.slots)[0])


def dates(pair: SideBySide) -> Finding | None:
    """Dates, months, weekdays, quarters; one that only says more does not contradict."""
    differs = difference(pair.one.slots.dates, pair.other.slots.dates)
    if not differs.is_any:
        return None
    finer = all(any(refines(one, other) for other in differs.other) for one in differs.one)
    return _finding("dates", differs.one, differs.other, contradicts=differs.contradicts and not finer)


def times(pair: SideBySide) -> Finding | None:
    """Times of day."""
    return _finding_of("times", numbers_and_times(pair.one.slots, pair.other.slots)[1])


def frequencies(pair: SideBySide) -> Finding | None:
    """How often: daily, per month."""
    return _values(pair, "frequencies", pair.one.slots.frequencies, pair.other.slots.frequencies)


def addresses(pair: SideBySide) -> Finding | None:
    """Web, mail and network addresses, paths."""
    return _values(pair, "addresses", pair.one.slots.addresses, pair.other.slots.addresses)


def identifiers(pair: SideBySide) -> Finding | None:
    """What is named by a code: tickets, commits, functions, hosts."""
    return _values(pair, "identifiers", pair.one.slots.identifiers, pair.other.slots.identifiers)


def versions(pair: SideBySide) -> Finding | None:
    """Versions of three parts and more; those of fewer are numbers."""
    return _values(pair, "versions", pair.one.slots.versions, pair.other.slots.versions)


def polarity(pair: SideBySide) -> Finding | None:
    """One says what the other denies, or takes the opposite position."""
    if same_polarity(pair):
        return None
    return Finding("polarity", "one of them denies or reverses what the other says", not is_in_doubt(pair))


def marks(pair: SideBySide) -> Finding | None:
    """Comparisons, arrows, flags, ticks, questions; what a sign says and no word."""
    one, other = pair.one.marks - pair.other.marks, pair.other.marks - pair.one.marks
    differ = {*one, *other} - QUIET
    if not differ:
        return None
    both = bool({*one} & differ) and bool({*other} & differ)
    return _finding("marks", sorted(one), sorted(other), contradicts=both or bool(differ & REVERSING))


def letters(pair: SideBySide) -> Finding | None:
    """Capitals that carry meaning: in units, paths, flags, names of code."""
    differ = spellings_differ(pair.one.text, pair.other.text)
    return Finding("letters", f"capitals differ in: {_shown(differ)}", contradicts=True) if differ else None


def order(pair: SideBySide) -> Finding | None:
    """Steps, lists, operands and assignments in another order."""
    if not is_out_of_order(pair):
        return None
    return Finding("order", "what they say stands in another order", contradicts=True)


def small_words(pair: SideBySide) -> Finding | None:
    """Who, whose, must or should, by or until: what small words say among the same others."""
    differ = small_words_differ(pair)
    return differ and _finding("small words", *differ, contradicts=bool(differ[0] and differ[1]))


def swapped(pair: SideBySide) -> Finding | None:
    """The same words in each other's places: who reports to whom."""
    if not are_swapped(pair):
        return None
    return Finding("swapped", "the same words stand in each other's places", contradicts=True)


def tense(pair: SideBySide) -> Finding | None:
    """What was is not what is."""
    if not tenses_differ(pair):
        return None
    return Finding("tense", "one of them speaks of the past, the other of the present", contradicts=True)


def names(pair: SideBySide) -> Finding | None:
    """Proper nouns that only one text has."""
    one, other = _names(pair.one, pair.other), _names(pair.other, pair.one)
    return _finding("names", one, other, contradicts=bool(one and other)) if one or other else None


def gender(pair: SideBySide) -> Finding | None:
    """A name or a relative of the other gender."""
    differ = gender_differs(pair)
    return differ and _finding("gender", *differ, contradicts=True)


def repeated(pair: SideBySide) -> Finding | None:
    """A word that both texts have, but one of them once more: another stands in its place, or nothing."""
    differ = repeated_differ(pair)
    return differ and _finding("repeated", *differ, contradicts=bool(differ[0] and differ[1]))


def single_word(pair: SideBySide) -> Finding | None:
    """All is the same but what stands in one place, and the lexicon does not know the two for one."""
    one, other = pair.one.alone, pair.other.alone
    if not (one and other and in_one_slot(pair.one) and in_one_slot(pair.other)):
        return None
    return _finding(SINGLE_WORD, [word.stem for word in one], [word.stem for word in other], contradicts=True)


def replacements(pair: SideBySide) -> Finding | None:
    """Word for word the same, but for other words in several places."""
    one, other = pair.one.alone, pair.other.alone
    if not (one and other and replaced_in_place(pair)):
        return None
    return _finding("words", [word.stem for word in one], [word.stem for word in other], contradicts=False)


def ideographs(pair: SideBySide) -> Finding | None:
    """Words of ideographs that only one text has, on both sides: two things, for all the lexicon knows."""
    one, other = (_written_words(side) for side in pair.sides)
    return _finding("ideographs", one, other, contradicts=False) if one and other else None


def _written_words(side: Side) -> list[str]:
    """The runs of two ideographs and more that the other text has none of. One alone is half a word."""
    found: list[list[Word]] = []
    for word in side.alone:
        if not is_ideograph(word.stem):
            continue
        if found and found[-1][-1].place + 1 == word.place:
            found[-1].append(word)
        else:
            found.append([word])
    return ["".join(word.stem for word in run) for run in found if len(run) > 1]


def additions(pair: SideBySide) -> Finding | None:
    """One says all that the other says, and more. Said anew in another order, it may take a word more."""
    one, other = pair.one.alone, pair.other.alone
    if bool(one) == bool(other) or all(_goes_without_saying(word, pair) for word in (*one, *other)):
        return None
    if (
        (is_reordered(pair) or pair.has_synonyms)
        and _is_one_word((*one, *other))
        and not (*one, *other)[0].role
    ):
        return None
    return _finding(
        "additions", [word.stem for word in one], [word.stem for word in other], contradicts=False
    )


def _is_one_word(alone: Sequence[Word]) -> bool:
    """Tell whether it is one word, which putting it otherwise may take: `laundry day`. An ideograph is half a
    word, and no measure.
    """
    return len(alone) == 1 and not is_ideograph(alone[0].stem)


def _goes_without_saying(word: Word, pair: SideBySide) -> bool:
    """`eat` in `eats no fish`; a wish, unless the other text says that it came true."""
    if is_of_sequence(word, pair):
        return True
    if word.groups & WISHES:
        return not came_true(word, pair)
    return word.stem in pair.lexicon.implied and not _qualifies(word, pair)


def _qualifies(word: Word, pair: SideBySide) -> bool:
    """Tell a participle behind an article, which says what sort of thing it is: `a sorted list`."""
    return any(
        word in side.alone
        and word.place > 0
        and side.items[word.place].lexeme.plain.endswith(("ed", "en"))
        and side.items[word.place - 1].lexeme.plain in DETERMINERS
        for side in pair.sides
    )


def little_in_common(pair: SideBySide) -> Finding | None:
    """Too few words in common for one to be a rewording of the other, whatever their vectors say. The values
    that both hold do not count: all that is said on one day has its date.
    """
    longer = max(len(pair.one.words), len(pair.other.words))
    alone = max(len(pair.one.alone), len(pair.other.alone))
    if longer and pair.shared / longer >= MIN_SHARED and alone <= MAX_ALONE:
        return None
    return Finding(LITTLE_IN_COMMON, "they have too few words in common")


GUARDS: tuple[Guard, ...] = (
    numbers,
    dates,
    times,
    frequencies,
    addresses,
    identifiers,
    versions,
    marks,
    letters,
    polarity,
    swapped,
    order,
    small_words,
    tense,
    names,
    gender,
    repeated,
    single_word,
    replacements,
    ideographs,
    additions,
    little_in_common,
)


def _values(pair: SideBySide, kind: str, one: Sequence[str], other: Sequence[str]) -> Finding | None:
    return _finding_of(kind, difference(one, other))


def _finding_of(kind: str, differs: Difference) -> Finding | None:
    if not differs.is_any:
        return None
    return _finding(kind, differs.one, differs.other, contradicts=differs.contradicts)


def _finding(guard: str, one: Sequence[str], other: Sequence[str], *, contradicts: bool) -> Finding:
    if one and other:
        what = "one thing differs" if guard == SINGLE_WORD else f"the {guard} differ"
        reason = f"{what}: {_shown(one)} / {_shown(other)}"
    else:
        reason = f"only one of them says: {_shown(one or other)}"
    return Finding(guard, reason, contradicts)


def _shown(values: Sequence[str]) -> str:
    more = ", ..." if len(values) > _SHOWN else ""
    return ", ".join(value.strip("=~") for value in values[:_SHOWN]) + more


def _names(side: Side, against: Side) -> list[str]:
    known = {word.stem for word in against.words}
    return [word.stem for word in side.alone if word.is_name and word.stem not in known]
