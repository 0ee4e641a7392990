"""Who takes which part, the speaker included: `I` and `the user` carry nothing of what is said, but may do
something or have it done to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from memories.text.slots.content import Word, role_of
from memories.text.slots.lexicon.entries import Lexicon, word_set
from memories.text.slots.side_by_side import Side

SELF = "@"
_SPEAKER = word_set(
    "i me we us user users ich mich mir wir nutzer nutzerin je moi yo usuario usuaria 我 用户"
)


def told(side: Side, lexicon: Lexicon) -> list[Word]:
    """Return the words of a text with its speaker among them: `I` and `the user` take part."""
    words = {word.place: word for word in side.words}
    return [
        words.get(place) or Word(SELF, frozenset(), SELF, place, is_name=True, is_light=False, role="")
        for place, item in enumerate(side.items)
        if place in words or (item.kind == "word" and item.lexeme.plain in _SPEAKER and not item.lexeme.owns)
    ]


def once(words: Sequence[Word]) -> Mapping[str, Word]:
    """Return the words that stand in a text once."""
    counts = Counter(word.key for word in words)
    return {word.key: word for word in words if counts[word.key] == 1}


def parts(side: Side, lexicon: Lexicon) -> Mapping[str, Word]:
    """Return the words that stand in a text once, its speaker among them, with what binds each."""
    return {
        key: word._replace(role=role_of(side.items, word.place, lexicon)) if key == SELF else word
        for key, word in once(told(side, lexicon)).items()
    }
