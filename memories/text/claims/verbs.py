"""The verb of an English clause, whatever stands around it: `has also lived in`, `is written by`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memories.text.claims.frames import FORMS, HAPPENED, PARTICIPLES, PHRASES, Frame, Verb
from memories.text.claims.words import Word

_ADVERB_WORDS = """
also currently now still already usually really just recently finally originally officially mostly mainly
often only primarily generally typically always have has been both actually basically simply personally
"""
_ADVERBS = frozenset(_ADVERB_WORDS.split())
_HAVE = frozenset({"have", "has", "i've"})
_IRREGULAR_WORDS = """
been seen had gone done made taken given come become found got gotten known met won written read said told
left kept built bought brought felt heard held led lost paid put run sent set shown spent stood taught
thought understood worn begun broken chosen driven eaten fallen flown forgotten grown hidden ridden risen
sung slept spoken stolen sworn swum thrown woken sold
"""
_IRREGULAR = frozenset(_IRREGULAR_WORDS.split())
_PAST_BE = frozenset({"was", "were"})
_PAST_WORDS = "lived resided worked depended relied belonged consisted ran studied reported was were"
_PASTS = frozenset(_PAST_WORDS.split())
_BEGINNINGS = frozenset({"move", "relocate", "decide", "agree", "choose", "switch", "migrate", "upgrade"})
_LONGEST_PHRASE = 5
IS = Frame("is", state=True, confidence=0.7)
"""What says anything only with what follows it."""


@dataclass(frozen=True, slots=True)
class FoundVerb:
    """A verb, and where what belongs to it ends."""

    verb: Verb
    end: int
    plural: bool = False


def verb_at(words: Sequence[Word], place: int) -> FoundVerb | None:
    """The verb at a place with what belongs to it. What follows a bare `is` is for others to read."""
    skipped = place
    while skipped < len(words) and words[skipped].plain in _ADVERBS:
        if words[skipped].plain in _HAVE and not _perfect(words, skipped):
            break
        skipped += 1
    if skipped >= len(words):
        return None
    return _phrase_at(words, skipped) or _form_at(words, skipped)


def _perfect(words: Sequence[Word], place: int) -> bool:
    """`has lived`, `have been`: an auxiliary and not the verb itself."""
    after = words[place + 1].plain if place + 1 < len(words) else ""
    return after in _ADVERBS or after in _IRREGULAR or after.endswith("ed")


def _phrase_at(words: Sequence[Word], place: int) -> FoundVerb | None:
    written = [word.plain for word in words[place : place + _LONGEST_PHRASE]]
    if written[0].startswith("i'"):
        written[0] = "am"
    first = PARTICIPLES.get(written[0], written[0])
    rest = written[1:]
    while rest and rest[0] in _ADVERBS:
        rest = rest[1:]
    skipped = len(written) - 1 - len(rest)
    if first == "is" and rest and PARTICIPLES.get(rest[0]) and rest[0].endswith("ing"):
        first, rest, skipped = PARTICIPLES[rest[0]], rest[1:], skipped + 1  # is living in
    for length in (3, 2, 1, 0):
        frame = PHRASES.get(" ".join([first, *rest[:length]])) if length <= len(rest) else None
        if frame is not None:
            happened = written[0] in HAPPENED
            if (
                frame.predicate in ("lives_in", "decided", "chose", "uses")
                and first in _BEGINNINGS
                and not happened
            ):
                return None
            past = written[0] in _PASTS and not happened and not _is_perfect(words, place)
            return FoundVerb(Verb(frame, past=past), place + 1 + skipped + length)
    if first != "is":
        return None
    past, plural = written[0] in _PAST_BE, written[0] in ("are", "were")
    return FoundVerb(Verb(IS, past=past), place + 1 + skipped, plural=plural)


def _form_at(words: Sequence[Word], place: int) -> FoundVerb | None:
    verb = FORMS.get(words[place].plain)
    if verb is None:
        return None
    past = verb.past and not _is_perfect(words, place)
    return FoundVerb(Verb(verb.frame, past=past, bare=verb.bare), place + 1)


def _is_perfect(words: Sequence[Word], place: int) -> bool:
    """Whether `has` stands before: what has been so still is."""
    return any(word.plain in _HAVE for word in words[max(0, place - 2) : place])
