"""Cutting a text into the passages that search looks at."""

from __future__ import annotations

from memories.services.drafts import Piece
from memories.text.passages import split
from memories.text.words import tsvector_literal


def pieces_of(text: str, *, name: str = "", description: str = "") -> list[Piece]:
    """The passages of a text. The memory's name and description count among the words of its first
    passage.
    """
    title = f"{name}\n{description}\n" if description else f"{name}\n" if name else ""
    return [
        Piece(
            text=piece.text,
            section=piece.section,
            words=tsvector_literal(f"{title if ordinal == 0 else ''}{piece.section}\n{piece.text}"),
        )
        for ordinal, piece in enumerate(split(text))
    ]
