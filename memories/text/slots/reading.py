"""A text that is read once, however many others it is compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from memories.text.normalise import normal_form
from memories.text.slots.extract import MAX_READ, Slots, from_items
from memories.text.slots.items import Item, read
from memories.text.slots.marks import marks_of

InLanguage = tuple[Sequence[Item], Slots]


class Reading:
    """A text, its normal form, and its items and slots in every language it has been asked for in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._in: dict[str, InLanguage] = {}

    @cached_property
    def form(self) -> str:
        return normal_form(self.text)

    @cached_property
    def marks(self) -> Counter[str]:
        """Its signs that say something."""
        return marks_of(self.text)

    @property
    def is_document(self) -> bool:
        """Whether it is too long to be compared word by word."""
        return len(self.text) > MAX_READ

    @cached_property
    def language(self) -> str:
        """The code of the lexicon that it is read with by itself."""
        language, items = read(self.text)
        self._in[language] = items, from_items(items, language)
        return language

    def read_in(self, language: str) -> InLanguage:
        """Its items and slots as a text of this language."""
        if language not in self._in:
            _, items = read(self.text, language=language)
            self._in[language] = items, from_items(items, language)
        return self._in[language]
