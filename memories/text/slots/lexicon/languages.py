"""The five languages whose lists are kept, and which of them a text is written in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from memories.text.slots.lexicon.chinese import CHINESE
from memories.text.slots.lexicon.english import ENGLISH
from memories.text.slots.lexicon.entries import Lexicon
from memories.text.slots.lexicon.french import FRENCH
from memories.text.slots.lexicon.german import GERMAN
from memories.text.slots.lexicon.others import FOREIGN
from memories.text.slots.lexicon.spanish import SPANISH

LEXICONS = MappingProxyType(
    {lists.language: Lexicon(lists) for lists in (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE)}
)
LATIN = ("en", "de", "fr", "es")
"""In the order in which they are believed when the words do not decide."""


def is_foreign(words: Sequence[str], *, known: int) -> bool:
    """Tell whether folded words are of none of the five languages, though `known` of them seem to be."""
    if words and not any(character.isascii() for word in words for character in word):
        return not any(map(_is_ideographic, words))
    return max(sum(word in foreign for word in words) for foreign in FOREIGN) > known


def _is_ideographic(word: str) -> bool:
    return "\u2e80" <= word[:1] < "\ua4d0"


def language_of(words: Iterable[str], *, ideographs: int) -> str:
    """Return the language most of the folded, unaccented words belong to; English when none does.

    `ideographs` counts the characters of unspaced scripts: when there are more of them than words, Chinese.
    """
    counts = dict.fromkeys(LATIN, 0)
    total = 0
    for word in words:
        total += 1
        for language in LATIN:
            counts[language] += LEXICONS[language].knows(word)
    if ideographs > total:
        return "zh"
    return max(LATIN, key=counts.__getitem__)
