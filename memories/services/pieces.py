"""Cutting a text into the passages that search looks at."""

from __future__ import annotations

from collections.abc import Iterator

from memories.services.drafts import Piece
from memories.text.passages import split
from memories.text.sentences import sentences
from memories.text.sources import named_source
from memories.text.speakers import said_in, speaker_of
from memories.text.words import tsvector_literal

LEAST_WORDS = 4
"""A shorter sentence says too little by itself: "Hey, how are you?"."""

LEAST_CHARACTERS = 8
"""The same where words are not parted by spaces."""


def pieces_of(text: str, *, name: str = "", description: str = "", source: str = "") -> list[Piece]:
    """The passages of a text: its paragraphs, each followed by its sentences where it has several.

    The memory's name and description count among the words of its first passage.
    """
    title = f"{name}\n{description}\n" if description else f"{name}\n" if name else ""
    speaker = speaker_of(text, source=named_source(source))
    pieces = []
    for ordinal, part in enumerate(split(text)):
        words = tsvector_literal(f"{title if ordinal == 0 else ''}{part.section}\n{part.text}")
        pieces.append(Piece(part.text, part.section, words, ordinal=ordinal, speaker=speaker))
        spoken = said_in(part.text) if ordinal == 0 else part.text
        for number, sentence in enumerate(_telling(spoken), 1):
            pieces.append(Piece(sentence, part.section, "", ordinal, number, speaker))
    return pieces


def _telling(paragraph: str) -> Iterator[str]:
    """Its sentences that say something, if it has several."""
    found = sentences(paragraph)
    return filter(_tells, found) if len(found) > 1 else iter(())


def _tells(sentence: str) -> bool:
    return len(sentence.split()) >= LEAST_WORDS or (
        not sentence.isascii() and len(sentence) >= LEAST_CHARACTERS
    )
