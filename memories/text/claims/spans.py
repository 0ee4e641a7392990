"""The stretches of a question that may be the name of a thing, as names are compared."""

from __future__ import annotations

import re

from memories.text.characters import UNSPACED
from memories.text.claims.claim import key_of
from memories.text.claims.words import words_of
from memories.text.stopwords import is_weak

MOST_WORDS, MOST_CHARACTERS = 5, 6
"""Words of a name, and characters where a script puts no spaces between them."""

MOST_SPANS = 400
LONGEST_QUESTION = 1_000


def spans_of(question: str) -> list[str]:
    """The keys of all stretches of up to MOST_WORDS words, longest first; a stop word alone is no name."""
    text = question[:LONGEST_QUESTION]
    words = [word for word in words_of(text) if not word.is_sign]
    found: dict[str, None] = {}
    for length in range(MOST_WORDS, 0, -1):
        for start in range(len(words) - length + 1):
            first, last = words[start], words[start + length - 1]
            key = key_of(_without_owner(text[first.start : last.end]))
            if key and not (length == 1 and is_weak(key)):
                found.setdefault(key)
    return [*found, *_unspaced(text)][:MOST_SPANS]


def _without_owner(name: str) -> str:
    for ending in ("'s", "’s"):
        name = name.removesuffix(ending)
    return name


def _unspaced(text: str) -> list[str]:
    runs = _RUN.findall(text)
    return [
        run[start : start + length]
        for run in runs
        for length in range(min(MOST_CHARACTERS, len(run)), 1, -1)
        for start in range(len(run) - length + 1)
    ]


_RUN = re.compile(f"[{UNSPACED}]+")
