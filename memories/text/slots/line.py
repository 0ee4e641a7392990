"""Lexemes in a row, asked by place; places outside it hold nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memories.text.slots.lexemes import Kind, Lexeme
from memories.text.slots.lexicon.entries import Lexicon

_NOTHING = Lexeme("stop", "", "")


class Found(NamedTuple):
    """A canonical value and the place behind what it was read from."""

    value: str
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """The lexemes of a text and the lexicon they are read with."""

    lexemes: Sequence[Lexeme]
    lexicon: Lexicon

    def at(self, place: int) -> Lexeme:
        return self.lexemes[place] if 0 <= place < len(self.lexemes) else _NOTHING

    def plain(self, place: int) -> str:
        """The word, number or sign at a place, "" where a clause or sentence ends."""
        lexeme = self.at(place)
        return "" if lexeme.kind in ("stop", "pause") else lexeme.plain

    def kind(self, place: int) -> Kind:
        return self.at(place).kind

    def ends_clause(self, place: int) -> bool:
        return self.kind(place) in ("stop", "pause")

    def follows(self, place: int, phrases: Sequence[tuple[str, ...]]) -> int:
        """Return the place behind the first of the phrases that starts at a place, or the place itself."""
        for phrase in phrases:
            if all(self.plain(place + step) == word for step, word in enumerate(phrase)):
                return place + len(phrase)
        return place
