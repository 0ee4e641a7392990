"""The word index: the terms under which a text is found, and those a query looks for.

Words are OR, never AND: a query finds every text that holds one of its terms; order comes from how many it
holds and how well they stand for what was written. Terms go to Postgres as text: a tsvector, a tsquery.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from memories.text.normalise import UNSTORABLE
from memories.text.stopwords import is_weak
from memories.text.tokens import MAX_TERM_BYTES, Role, Token, tokens

MAX_QUERY_CHARACTERS = 8_192
"""What is looked at of a query; a pasted document is asked for by its beginning."""

MAX_QUERY_TERMS = 256
"""Of each kind of term."""

MAX_POSITION = 16_383
"""The largest position a tsvector keeps; what lies behind stands there too."""

MAX_POSITIONS = 255
"""Positions a tsvector keeps of one lexeme."""

MAX_VECTOR_BYTES = 1_000_000
"""Lexemes and positions of one tsvector, which Postgres bounds at 1,048,575 bytes."""

_LEXEME_BYTES = 3  # the count of its positions, aligned
_POSITION_BYTES = 2

WEIGHTS: dict[Role, str] = {"whole": "A", "word": "B", "part": "C", "stem": "D", "unit": "D"}
"""The tsvector label of each role."""

RANK_WEIGHTS = (0.4, 0.6, 0.8, 1.0)
"""For ts_rank, in its own order: D, C, B, A."""

_EXACT: frozenset[Role] = frozenset({"whole", "word"})


@dataclass(frozen=True, slots=True)
class QueryTerms:
    """The terms of a query, each once, in the order of its words."""

    strong: tuple[str, ...]
    """What was written: words, whole identifiers, acronyms, pairs of characters."""

    loose: tuple[str, ...]
    """What widens it: forms without accents or endings, parts of identifiers."""

    weak: tuple[str, ...]
    """Stop words and their forms."""

    @property
    def searched(self) -> tuple[str, ...]:
        """The terms to search for: strong and loose ones, or the weak ones when there is nothing else."""
        return self.strong + self.loose or self.weak


def index_terms(text: str) -> list[tuple[str, int]]:
    """Return every term of text with its position, in words from 1."""
    terms: list[tuple[str, int]] = []
    position = 1
    for occurrences, width in tokens(text):
        terms += [(term, position + offset) for term, offset, _ in occurrences]
        position += width
    return terms


def tsvector_literal(text: str) -> str:
    """Return the tsvector of text as a literal for `%s::tsvector`; any text is accepted.

    When the terms exceed MAX_VECTOR_BYTES (no passage does, 64 KiB of nothing but different ideographs might)
    the last to appear are left out.
    """
    places = _Places()
    start = 1
    for occurrences, width in tokens(text):
        for term, offset, role in occurrences:
            at = start + offset
            places[term].append(f"{at if at < MAX_POSITION else MAX_POSITION}{WEIGHTS[role]}")
        start += width
    return places.literal()


def tsquery_or(terms: Iterable[str]) -> str:
    """Return a literal for `%s::tsquery` that matches a text holding any of the terms; "" matches none.

    Terms are taken as they are; those that no lexeme can be (empty, too long, with a NUL) are left out.
    """
    return " | ".join(dict.fromkeys(_quoted(term) for term in terms if _is_lexeme(term)))


def query_terms(text: str) -> QueryTerms:
    """Return what a query looks for; quotes, operators and wildcards are plain text. Never raises."""
    collected = _Collected()
    for token in tokens(text[:MAX_QUERY_CHARACTERS]):
        collected.add(token)
    return collected.terms()


class _Collected:
    """Sorts the terms of tokens by kind; dictionaries serve as ordered sets."""

    def __init__(self) -> None:
        self._strong: dict[str, None] = {}
        self._loose: dict[str, None] = {}
        self._weak: dict[str, None] = {}

    def add(self, token: Token) -> None:
        stop_words = {at for term, at, role in token.occurrences if role == "word" and is_weak(term)}
        for term, offset, role in token.occurrences:
            if role in _EXACT:
                target = self._weak if role == "word" and offset in stop_words else self._strong
            elif role != "unit":
                target = self._weak if offset in stop_words or is_weak(term) else self._loose
            else:
                continue
            target[term] = None

    def terms(self) -> QueryTerms:
        if all(map(_is_acronym, self._strong)):
            self._strong |= dict.fromkeys(term.lower() for term in [*self._strong])
        return QueryTerms(
            strong=tuple(islice(self._strong, MAX_QUERY_TERMS)),
            loose=self._without_strong(self._loose),
            weak=self._without_strong(self._weak),
        )

    def _without_strong(self, terms: dict[str, None]) -> tuple[str, ...]:
        return tuple(islice((term for term in terms if term not in self._strong), MAX_QUERY_TERMS))


def _is_acronym(term: str) -> bool:
    """Tell an acronym that looks like a stop word (IT, US) from all other terms, which are case-folded."""
    return term.isascii() and term.isupper()


class _Places(dict[str, list[str]]):
    """The labelled positions of each term; knows how much a tsvector takes."""

    def __missing__(self, term: str) -> list[str]:
        self[term] = found = list[str]()
        return found

    def literal(self) -> str:
        room = MAX_VECTOR_BYTES
        entries = []
        for term, found in self.items():
            del found[MAX_POSITIONS:]
            room -= len(term.encode()) + _LEXEME_BYTES + _POSITION_BYTES * len(found)
            if room < 0:
                break
            entries.append(f"{_quoted(term)}:{','.join(found)}")
        return " ".join(entries)


def _is_lexeme(term: str) -> bool:
    return 0 < len(term.encode("utf-8", "surrogatepass")) <= MAX_TERM_BYTES and not UNSTORABLE.search(term)


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
