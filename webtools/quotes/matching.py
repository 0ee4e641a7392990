"""Whether a quote stands in a text word for word; if not, which passage comes closest and how it differs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rapidfuzz import fuzz

from webtools.limits import DEFAULT_CONTEXT, MAX_DIFFERENCES, NEAR_SIMILARITY
from webtools.quotes.folding import Folded, folded, is_wide

_ENDS = " \t\r\n\"'“”„‘’«»「」『』…."
_WORD = re.compile(r"\w+(?:[.,:/%-]\w+)*|[^\w\s]")
_NUMBER_PARTS = ".,:/"


class Standing(StrEnum):
    VERIFIED = "verified"
    NEAR = "near"
    NOT_FOUND = "not_found"
    NOT_CHECKED = "could_not_check"


@dataclass(frozen=True, slots=True)
class Difference:
    """What the quote says, and what stands in its place; either may be nothing."""

    quoted: str
    found: str


@dataclass(frozen=True, slots=True)
class Match:
    """`passage` is the text's own, with `before` and `after` around it; `similarity` goes from 0 to 100."""

    standing: Standing
    passage: str = ""
    before: str = ""
    after: str = ""
    similarity: float = 0.0
    differences: tuple[Difference, ...] = ()


def find_quote(text: str, quote: str, *, context: int = DEFAULT_CONTEXT) -> Match:
    """Verified only where every word, number and sign of the quote stands there in its order; typography,
    capitals and blanks may differ.
    """
    whole = folded(text)
    for wanted in (quote, quote.strip(_ENDS)):
        found = _exact(whole, folded(wanted).text)
        if found is not None:
            return _match(Standing.VERIFIED, text, whole, found, context, similarity=100.0)
    return _closest(text, whole, folded(quote.strip(_ENDS)).text, context)


def _exact(whole: Folded, wanted: str) -> tuple[int, int] | None:
    """Where these characters stand as words of their own: not within a longer word or number."""
    if not wanted:
        return None
    start = whole.text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if _is_apart(whole.text, start, forwards=False) and _is_apart(whole.text, end - 1, forwards=True):
            return start, end
        start = whole.text.find(wanted, start + 1)
    return None


def _is_apart(text: str, edge: int, *, forwards: bool) -> bool:
    """Whether a word or number ends at this character, seen in this direction."""
    here, step = text[edge], 1 if forwards else -1
    beside = text[edge + step] if 0 <= edge + step < len(text) else " "
    further = text[edge + 2 * step] if 0 <= edge + 2 * step < len(text) else " "
    if is_wide(here) or is_wide(beside):
        return not (here.isdigit() and beside.isdigit())
    if here.isalnum() and (beside.isalnum() or beside in "²³¹⁰⁴⁵⁶⁷⁸⁹⁻"):
        return False
    if here.isdigit():
        # 12.5 does not say 12, nor 5; -5 does not say 5, 10% not 10.
        if beside in _NUMBER_PARTS and further.isdigit():
            return False
        return not (beside == "%" if forwards else beside in "-+" and not further.isalnum())
    return True


def _closest(text: str, whole: Folded, wanted: str, context: int) -> Match:
    if not wanted or not whole.text:
        return Match(Standing.NOT_FOUND)
    found = fuzz.partial_ratio_alignment(wanted, whole.text, score_cutoff=NEAR_SIMILARITY)
    if found is None:
        return Match(Standing.NOT_FOUND)
    start, end = (
        (found.dest_start, found.dest_end) if len(wanted) <= len(whole.text) else (0, len(whole.text))
    )
    span = _to_words(whole.text, start, end)
    differences = _differences(wanted, whole.text[span[0] : span[1]])
    return _match(
        Standing.NEAR, text, whole, span, context, similarity=min(found.score, 99.9), differences=differences
    )


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened to whole words."""
    while start > 0 and text[start - 1].isalnum() and not is_wide(text[start - 1]):
        start -= 1
    while end < len(text) and text[end].isalnum() and not is_wide(text[end - 1]):
        end += 1
    return start, end


def _differences(quoted: str, found: str) -> tuple[Difference, ...]:
    ours, theirs = _words(quoted), _words(found)
    steps = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    differing = [
        Difference(" ".join(ours[a:b]), " ".join(theirs[c:d]))
        for kind, a, b, c, d in steps
        if kind != "equal"
    ]
    return tuple(differing[:MAX_DIFFERENCES])


def _words(text: str) -> list[str]:
    return [each for word in _WORD.findall(text) for each in (list(word) if is_wide(word) else [word])]


def _match(
    standing: Standing,
    text: str,
    whole: Folded,
    span: tuple[int, int],
    context: int,
    *,
    similarity: float,
    differences: tuple[Difference, ...] = (),
) -> Match:
    start, end = whole.original(*span)
    return Match(
        standing=standing,
        passage=text[start:end],
        before=text[max(0, start - context) : start],
        after=text[end : end + context],
        similarity=round(similarity, 1),
        differences=differences,
    )
