"""A text read as a row of items: slots where something must not differ, words for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from memories.text.slots.clock import time_at
from memories.text.slots.dates import date_at
from memories.text.slots.frames import unframed
from memories.text.slots.han import WEEKDAYS
from memories.text.slots.lexemes import Kind, Lexeme, lexemes
from memories.text.slots.lexicon.entries import PREFIX, Lexicon, word_set
from memories.text.slots.lexicon.languages import LEXICONS, language_of
from memories.text.slots.lexicon.others import JAPANESE_NEGATIONS, NEGATIONS
from memories.text.slots.line import Line
from memories.text.slots.quantities import frequency_at, quantity_at

ItemKind = Literal[
    "number", "date", "time", "every", "address", "identifier", "version", "not", "switch", "word"
]

_NAMED: Mapping[Kind, ItemKind] = {
    "address": "address",
    "identifier": "identifier",
    "version": "version",
    "date": "identifier",  # 24/7
}
_CLAUSE_END_ONLY = frozenset({"on", "an", "aus", "zu"})
"""Words that are a position only where a clause ends: `the lamp is on`, `das Licht ist aus`."""
_CLAUSE_ENDERS = word_set("at during for in when while all by and but or bei im in um und nachts")
_WITH_NE = frozenset({"plus", "personne"})
_NE = frozenset({"ne", "n"})
_THE = word_set("la une cette chaque")
_BE = word_set("is are am was were be been being gets get")
_FORMERLY = frozenset({"以前", "曾经", "曾", "过去"})
_LOOK_BACK = 4
_RATHER = word_set("over")
"""`prefers tea over coffee` is `to coffee`; above it, it is not."""
_COMMAS = frozenset({",", "，"})
_ROMANCE = frozenset({"fr", "es"})


class Item(NamedTuple):
    """A slot with its canonical value, or a word; the lexeme it begins with and the number of its clause.

    `behind` is the sign that cut its clause off, if it opens one.
    A switch's value is its axis and pole (`open+`); a word's is the word, or the group of a phrase (`=due`).
    """

    kind: ItemKind
    value: str
    lexeme: Lexeme
    clause: int
    is_phrase: bool = False
    behind: str = ""


def read(text: str, *, language: str = "") -> tuple[str, list[Item]]:
    """Return the language of a text, or the one it is to be read in, and its items in order."""
    row = unframed(lexemes(text))
    chosen = language or guessed(row)
    return chosen, [*_items(Line(row, LEXICONS[chosen]))]


def guessed(row: Sequence[Lexeme]) -> str:
    """Return the code of the lexicon to read lexemes with."""
    ideographs = sum(len(lexeme.plain) for lexeme in row if lexeme.kind == "han")
    return language_of((lexeme.plain for lexeme in row if lexeme.kind == "word"), ideographs=ideographs)


def _items(line: Line) -> Iterator[Item]:
    place = clause = 0
    behind, after_amount = "", False
    while place < len(line.lexemes):
        lexeme = line.at(place)
        if lexeme.kind in ("stop", "pause"):
            clause, place, behind = clause + 1, place + 1, lexeme.plain
            continue
        kind, value, end = _read_at(line, place, after_amount=after_amount)
        if lexeme.plain in _RATHER and _prefers(line, place):
            kind, value, lexeme = "word", "to", lexeme._replace(plain="to")
        yield Item(kind, value, lexeme, clause, kind in ("word", "switch") and end - place > 1, behind)
        behind = ""
        after_amount = kind == "number" or (after_amount and kind == "word" and end - place == 1)
        place = end


def _read_at(line: Line, place: int, *, after_amount: bool) -> tuple[ItemKind, str, int]:
    """Return the kind and value of what starts at a place, and the place behind it."""
    kind, plain = line.kind(place), line.at(place).plain
    if kind in ("word", "han") and plain not in line.lexicon.openers and plain not in WEEKDAYS:
        return _worded(line, place, plain, place + 1)
    if found := date_at(line, place):
        return "date", found.value, found.end
    if kind in _NAMED:
        return _NAMED[kind], plain, place + 1
    if found := time_at(line, place):
        return "time", found.value, found.end
    if found := frequency_at(line, place, after_amount=after_amount):
        return "every", found.value, found.end
    return _word_or_number(line, place)


def _word_or_number(line: Line, place: int) -> tuple[ItemKind, str, int]:
    if phrase := _phrase(line, place):
        return _worded(line, place, *phrase)
    if found := quantity_at(line, place):
        return "number", found.value, found.end
    return _worded(line, place, line.plain(place), place + 1)


def _phrase(line: Line, place: int) -> tuple[str, int] | None:
    """Return what a phrase of the lexicon stands for, and the place behind it."""
    for rest, name in line.lexicon.phrases.get(line.plain(place), ()):
        if all(line.plain(place + step) == word for step, word in enumerate(rest, start=1)):
            return name, place + 1 + len(rest)
    return None


def _worded(line: Line, place: int, word: str, end: int) -> tuple[ItemKind, str, int]:
    if word == "used" and line.plain(end) == "to" and line.plain(place - 1) not in _BE:
        return "not", word, end + 1
    if word in _FORMERLY and line.plain(end) in line.lexicon.verbs and line.kind(place - 1) != "number":
        return "not", word, end
    if word == "=not" or _denies(line, place, word):
        return "not", word, end
    if word in _CLAUSE_END_ONLY and not _ends(line, end):
        return "word", word, end
    if position := _position(line.lexicon, word):
        axis, pole = position
        return "switch", f"{axis}{'+' if pole > 0 else '-'}", end
    return "word", word, end


def _prefers(line: Line, place: int) -> bool:
    """Tell whether a word of preference stands before a place, in its clause."""
    return any(line.plain(before).startswith("prefer") for before in range(max(0, place - _LOOK_BACK), place))


def _denies(line: Line, place: int, word: str) -> bool:
    if line.lexicon.language == "fr" and word in _WITH_NE:
        near = [*range(-_LOOK_BACK, 0), *(range(1, _LOOK_BACK + 1) if word == "personne" else ())]
        return any(line.plain(place + step) in _NE for step in near) and line.plain(place - 1) not in _THE
    if word in line.lexicon.negations or word in JAPANESE_NEGATIONS:
        return True
    return word in NEGATIONS and not line.lexicon.knows(word)


def _ends(line: Line, place: int) -> bool:
    return not line.plain(place) or line.plain(place) in _CLAUSE_ENDERS


def _position(lexicon: Lexicon, word: str) -> tuple[str, int] | None:
    """Return the axis and pole of a word that has an opposite."""
    if word[:PREFIX] not in lexicon.prefixes:
        return None
    stem = word if word.startswith("=") else lexicon.stem(word)
    named = (stem, *sorted(lexicon.same.get(stem, ())))
    return next((position for name in named if (position := lexicon.opposites.get(name))), None)


def denials(items: Sequence[Item], language: str) -> int:
    """Count what is denied; where two words of negation make one (`ne ... jamais`), once per clause. `No` and
    `none` before a comma say again what is denied behind it.
    """
    clauses = [item.clause for item in items if item.kind == "not"]
    more = {item.clause for item in items if item.kind != "not"}
    behind_comma = {item.clause for item in items if item.behind in _COMMAS}
    clauses = [
        clause
        for clause in clauses
        if clause in more or clause + 1 not in behind_comma or clause + 1 not in clauses
    ]
    return len(set(clauses)) if language in _ROMANCE else len(clauses)
