"""Do two texts say the same, contradict each other, or merely resemble each other?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memories.text.slots.guards import GUARDS, LITTLE_IN_COMMON, SINGLE_WORD, Finding
from memories.text.slots.letters import same_but_for_form
from memories.text.slots.reading import Reading
from memories.text.slots.side_by_side import SideBySide, side_by_side
from memories.text.slots.subjects import speak_of_others
from memories.text.slots.thresholds import Thresholds


class Relation(StrEnum):
    """What two texts are to each other, closest first.

    EXACT: equal but for capitals, spaces and invisible characters that carry no meaning.
    NEAR_DUPLICATE: says the same and nothing more, in other words. CONFLICT: says something else of the same.
    SIMILAR: worth a link.
    """

    EXACT = "exact"
    NEAR_DUPLICATE = "near_duplicate"
    CONFLICT = "conflict"
    SIMILAR = "similar"
    DIFFERENT = "different"


LEAST_LONG, MOST_TIMES_LONGER = 400, 4
"""Characters from which on a text is long, and how many times the other one's it then may have."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation, which guards spoke against a duplicate, and why in words.

    `guards` hold no word of the texts and may be logged; `reasons` are for their owner only.
    """

    relation: Relation
    guards: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def compare(one: Reading, other: Reading, *, cosine: float, thresholds: Thresholds) -> Comparison:
    """Return what two texts are to each other; the same whichever comes first.

    `cosine` is that of their whole-text vectors, both of the model that `thresholds` belong to. A text longer
    than MAX_READ is the same as another, or at most similar. Never raises; linear in the texts' length.
    """
    if not one.form or not other.form:
        return Comparison(Relation.DIFFERENT, reasons=("a text without visible characters is like no other",))
    if one.form == other.form:
        if same_but_for_form(one.text, other.text):
            return Comparison(Relation.EXACT, reasons=("the texts are equal but for capitals and spaces",))
        return _by_distance(cosine, thresholds, ("form",), ("capitals, raised digits or indentation differ",))
    if one.is_document or other.is_document:
        return _by_distance(cosine, thresholds, ("length",), ("too long to compare word by word",))
    if _are_two_long_things(one, other, far=cosine < thresholds.reworded_conflict):
        return _by_distance(cosine, thresholds, ("length",), ("a long text says much besides",))
    pair = side_by_side(one, other)
    findings = [finding for guard in GUARDS if (finding := guard(pair))]
    return _verdict(pair, findings, cosine, thresholds)


def _are_two_long_things(one: Reading, other: Reading, *, far: bool) -> bool:
    """Tell whether a long text need not be read to know that it is not the other in other words, nor the same
    with something else in one place: it is far off, or far longer.
    """
    shorter, longer = sorted((len(one.form), len(other.form)))
    return longer >= LEAST_LONG and (far or longer > MOST_TIMES_LONGER * shorter)


def _verdict(
    pair: SideBySide, findings: Sequence[Finding], cosine: float, thresholds: Thresholds
) -> Comparison:
    guards = tuple(finding.guard for finding in findings)
    reasons = tuple(finding.reason for finding in findings)
    if not findings and cosine >= thresholds.near:
        return Comparison(Relation.NEAR_DUPLICATE, reasons=("they say the same in other words",))
    if any(finding.contradicts for finding in findings) and not speak_of_others(pair):
        apart = LITTLE_IN_COMMON in guards or (pair.is_reworded and SINGLE_WORD not in guards)
        if cosine >= (thresholds.reworded_conflict if apart else thresholds.conflict):
            return Comparison(Relation.CONFLICT, guards, reasons)
        if cosine >= thresholds.related:
            return Comparison(Relation.SIMILAR, guards, reasons)
    return _by_distance(cosine, thresholds, guards, reasons or ("their vectors are not close enough",))


def _by_distance(
    cosine: float, thresholds: Thresholds, guards: tuple[str, ...], reasons: tuple[str, ...]
) -> Comparison:
    relation = Relation.SIMILAR if cosine >= thresholds.similar else Relation.DIFFERENT
    return Comparison(relation, guards, reasons)
