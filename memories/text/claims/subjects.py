"""What an English clause is about: who speaks, a name, `the` something, or a property of one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memories.text.claims.claim import Named
from memories.text.claims.verbs import verb_at
from memories.text.claims.words import Word, name_at, owns, spelled

ARTICLES = frozenset({"the", "our"})
BE = frozenset({"is", "are", "am", "was", "were", "'s", "'m", "'re"})
_MOST_ATTRIBUTE_WORDS = 3
_I = frozenset({"i", "i'm", "i've"})
_THE_USER = re.compile(r"(?:the )?(?:user|owner)(?='s\b|\s)", re.IGNORECASE)
_BINDING_WORDS = """
the a an that who which from with in on at to by as of for and or
"""
_BINDING = frozenset(_BINDING_WORDS.split())
_LEAST_DEFINITE, _MOST_DEFINITE = 2, 5  # words with the article


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, how it is shown, and who speaks; None where nobody is known to."""

    text: str
    shown: str
    speaker: Named | None = None
    user: Named | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """What the clause is about and where the rest begins. `attribute` is its property that is spoken of."""

    named: Named
    end: int
    first_person: bool = False
    proper: bool = True
    attribute: str = ""


def subject_at(words: Sequence[Word], text: str, sentence: Sentence) -> Subject | None:
    """The subject that a clause begins with, or None."""
    if not words:
        return None
    first = words[0].plain
    if first in _I or first == "my":
        return _speaking(words, text, sentence.speaker)
    if user := _THE_USER.match(text):
        return _used(words, text, user.end(), sentence.user) if sentence.user else None
    return _definite(words, text) if first in ARTICLES else _called(words, text)


def _speaking(words: Sequence[Word], text: str, speaker: Named | None) -> Subject | None:
    if speaker is None:
        return None
    if words[0].plain == "my":
        return _attributed(words, text, 1, speaker)
    at = 0 if words[0].plain == "i'm" else 1  # its ending is the verb
    return Subject(speaker, at, first_person=True)


def _used(words: Sequence[Word], text: str, until: int, user: Named) -> Subject | None:
    end = next(place for place, word in enumerate(words) if word.end >= until) + 1
    owned = text[until : until + 2] == "'s"
    return _attributed(words, text, end, user) if owned else Subject(user, end)


def _called(words: Sequence[Word], text: str) -> Subject | None:
    end = name_at(words, 0)
    if end == 0:
        return None
    named = Named(spelled(words, 0, end, text))
    return _attributed(words, text, end, named) if owns(words[end - 1]) else Subject(named, end)


def _attributed(words: Sequence[Word], text: str, start: int, owner: Named) -> Subject | None:
    """`Ann's favourite colour is ...`: the property stands between the owner and a form of `is`."""
    verb = next((place for place, word in enumerate(words) if place > start and word.plain in BE), None)
    if (
        verb is None
        or verb - start > _MOST_ATTRIBUTE_WORDS
        or any(word.is_sign for word in words[start:verb])
    ):
        return None
    attribute = text[words[start].start : words[verb - 1].end]
    return Subject(owner, verb, attribute=attribute.lower())


def _definite(words: Sequence[Word], text: str) -> Subject | None:
    """`The staging database ...`, and `the capital of France ...` as a property of France."""
    verb = next((place for place in range(1, len(words)) if verb_at(words, place)), None)
    if verb is None or not _LEAST_DEFINITE <= verb <= _MOST_DEFINITE or any(w.is_sign for w in words[:verb]):
        return None
    of = next((place for place in range(2, verb - 1) if words[place].plain in ("of", "for")), None)
    if of and words[verb].plain in BE:
        start = of + 1 + (words[of + 1].plain in ARTICLES)
        if start < verb:
            owner = Named(text[words[start].start : words[verb - 1].end])
            return Subject(owner, verb, attribute=text[words[1].start : words[of - 1].end].lower())
    if any(word.plain in _BINDING for word in words[1:verb]):
        return None
    named = Named(text[words[1].start : words[verb - 1].end])
    return Subject(named, verb, proper=False)
