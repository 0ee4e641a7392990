"""Words that differ in their gender only: `Martin` and `Martina`, `hermano` and `hermana` are two people.

Stemmers take both for one word, as they should with adjectives: `rojo`, `roja`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memories.text.slots.lexicon.entries import word_set
from memories.text.slots.side_by_side import Side, SideBySide

_SHORTEST = 3
"""Letters that two names have in common, at least."""

_OF_NAMES = ("", "a", "o", "e")
_OF_GERMAN = ("", "a", "o", "in", "innen")
"""Without `e`, which makes a plural: `Tag`, `Tage`."""
_OF_PEOPLE = ("", "o", "a", "e", "os", "as", "s", "es")

_PEOPLE = word_set(
    """
herman hij niñ chic tí prim abuel novi suegr cuñad sobrin niet amig vecin alumn maestr nan gat perr
cousin ami voisin étudiant filleul apprenti marquis
"""
)
"""What Spanish and French words for people and pets begin with, before the ending that tells their gender."""


def gender_differs(pair: SideBySide) -> tuple[list[str], list[str]] | None:
    """Return the first word of either text that stands in the other in another gender only."""
    german = pair.lexicon.language == "de"
    one, other = _written(pair.one), _written(pair.other)
    there = {
        root: (word, ending) for word in other if word not in one for root, ending in _parts(word, german)
    }
    for word in one:
        for root, ending in [] if word in other else _parts(word, german):
            if root in there and there[root][1] != ending and _tells_gender(pair, root, word, there[root][0]):
                return [word], [there[root][0]]
    return None


def _written(side: Side) -> Mapping[str, str]:
    """Return the words that carry what a text says, as they are written, by their plain form."""
    return {side.items[word.place].lexeme.plain: side.items[word.place].lexeme.written for word in side.words}


def _parts(word: str, german: bool) -> Iterator[tuple[str, str]]:
    for ending in {*_OF_NAMES, *_OF_PEOPLE} if not german else _OF_GERMAN:
        root = word.removesuffix(ending)
        if len(root) >= _SHORTEST - (root in _PEOPLE) and word == root + ending:
            yield root, ending


def _tells_gender(pair: SideBySide, root: str, one: str, other: str) -> bool:
    """Tell whether both are names, or people whose words are known, unless the lexicon takes two for one."""
    ours, theirs = _written(pair.one)[one], _written(pair.other)[other]
    same = pair.lexicon.same
    if same.get(pair.lexicon.stem(one), frozenset()) & same.get(pair.lexicon.stem(other), frozenset()):
        return False
    endings = {one.removeprefix(root), other.removeprefix(root)}
    if root in _PEOPLE and pair.lexicon.language in ("es", "fr"):
        return endings not in ({"", "s"}, {"o", "os"}, {"a", "as"}, {"e", "es"})
    allowed = _OF_GERMAN if pair.lexicon.language == "de" else _OF_NAMES
    return (
        endings <= {*allowed} and endings != {"in", "innen"} and ours[:1].isupper() and theirs[:1].isupper()
    )
