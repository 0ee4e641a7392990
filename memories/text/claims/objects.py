"""What an English verb is said of: a name, or some words that mean something by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memories.text.claims.claim import LONGEST_OBJECT, THING, Named
from memories.text.claims.frames import Frame
from memories.text.claims.subjects import ARTICLES
from memories.text.claims.words import Word, may_be_name, name_at, spelled

_STOP_WORDS = """
but because which who whom that while so where when after before as though although since until if for
with without using due than like including especially to from during by over rather yesterday today
tonight now recently lately again too every each last next this today's
"""
_STOPS = frozenset(_STOP_WORDS.split())
_PLACING = frozenset({"in", "on", "at", "of"})
_POINTING_WORDS = """
it me us also this that these those them him her he she they one ones something anything everything things
thing stuff lot lots more most much many few some any such same other another here there all both being how
what why when where who my your his our their back up down out off away on about in at through around
together going getting having doing everyone everybody someone people
"""
_POINTING = frozenset(_POINTING_WORDS.split())
"""What begins words that mean nothing without their sentence."""

_LOOSE_WORDS = "on in at of to with for from a an the some these those all about into and or"
_LOOSE = frozenset(_LOOSE_WORDS.split())
"""What never ends words that are whole."""

_MOST_WORDS = 8
_ARTICLES = frozenset({"a", "an", "the"})
_INSIDE = "$€£%#@&'-/"
"""Signs that part nothing, unless spaces are around them."""


def objects_at(rest: Sequence[Word], text: str, frame: Frame) -> Iterator[Named]:
    """The object that begins the rest of a clause, if it is one."""
    if not rest:
        return
    if frame.named:
        start = 1 if rest[0].plain in ARTICLES else 0
        end = name_at(rest, start)
        if end > start:
            yield Named(spelled(rest, start, end, text), frame.of)
        return
    start = 1 if rest[0].plain in _ARTICLES else 0
    end = name_at(rest, start)
    followed = end > start and end < len(rest) and rest[end].plain in _PLACING
    value = spelled(rest, start, end, text) if followed else value_at(rest[start:], text)
    if value:
        yield Named(value, frame.of if is_name(value) else THING)


def value_at(rest: Sequence[Word], text: str) -> str:
    """What stands up to the end of the clause, if that is short, whole, and points at nothing outside of
    it.
    """
    end = _end(rest)
    if end == 0 or end > _MOST_WORDS or rest[0].plain in _POINTING or rest[end - 1].plain in _LOOSE:
        return ""
    return text[rest[0].start : rest[end - 1].end].strip(" .,")[:LONGEST_OBJECT]


def is_name(text: str) -> bool:
    return not text[0].isdigit() and may_be_name(Word(text.split(maxsplit=1)[0], 0, 0))


def _end(rest: Sequence[Word]) -> int:
    for place, word in enumerate(rest):
        if word.plain in _STOPS or (word.is_sign and _parts(rest, place)):
            return place
    return len(rest)


def _parts(rest: Sequence[Word], place: int) -> bool:
    """Whether a sign ends what stands before it."""
    word = rest[place]
    apart = place > 0 and word.start > rest[place - 1].end and word.text in "-/'"
    return apart or word.text not in _INSIDE
