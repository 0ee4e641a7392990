"""One token of a text and all the terms under which it can be found.

A token is an identifier as it is written (`foo_bar.baz`, `node-22.13`, `POL-358`, `C++`, `100%`, an address),
a word, an emoji, or an unbroken run of a script without spaces. Identifiers are found whole and by their
parts, words also without accents and endings, unspaced scripts by pairs of characters and by single ones.
"""

import hashlib
import re
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from memories.text.characters import HANGUL, LETTERS, MARKS, REGIONAL, SYMBOLS, UNSPACED
from memories.text.folding import folded, stem, unaccented
from memories.text.normalise import compatible
from memories.text.stopwords import WEAK

WORDS_VERSION = 1
"""One more whenever a text gets other terms than before: what is stored is then to be read again."""

Role = Literal["whole", "word", "part", "stem", "unit"]
"""How a term stands for its token, best first: an identifier or acronym as written; a word as written, or two
characters; a part, or a form without accents; a form without its ending; one character of a longer run."""

MAX_TERM_BYTES = 255
"""UTF-8 bytes; Postgres takes 2,046, but nobody types a longer one. A longer term is replaced by its hash."""

_CACHED_LENGTH = 40
_CACHED_TOKENS = 32_768  # some 25 MB when full


class Occurrence(NamedTuple):
    """A term of a token, the word of the token it begins at (from 0), and its role."""

    term: str
    offset: int
    role: Role


class Token(NamedTuple):
    """All occurrences of a token, best roles first at each offset, and how many words it is long."""

    occurrences: tuple[Occurrence, ...]
    width: int


def _token_pattern(letters: str) -> str:
    thousands = "(?<=[0-9]),(?=[0-9]{3}(?![0-9]))"
    connector = rf"://|::|_++|[-./:@&=\\+']|{thousands}"
    return rf"[{letters}]++(?:(?:{connector})[{letters}]++)*(?:(?:\+\+|[#%])(?![{letters}]))?"


_ASCII_TOKEN = re.compile(_token_pattern("A-Za-z0-9"))
_TOKEN = re.compile(f"{_token_pattern(LETTERS)}|[{UNSPACED}]+|[{HANGUL}]+|[{REGIONAL}]{{2}}|[{SYMBOLS}]")
_APOSTROPHES = re.compile("[\u2018\u2019\u02bc]")
_SIGNS = re.compile("[\u2120\u2122]")  # NFKC would write them as letters of the word before

_LEVELS = (
    re.compile(r"://|::|[/:@&=\\+]"),
    re.compile(r"\.(?![0-9])|(?<![0-9])\."),
    re.compile("[-_]+"),
)
"""What parts an identifier, loosest first; a dot between digits holds tighter than a hyphen."""

_SEAM = re.compile(
    r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])"
)  # fileName, HTTPServer, GPT4, 22nd
_UNSPACED_START = re.compile(f"[{UNSPACED}]")
_SYMBOL_START = re.compile(f"[{REGIONAL}{SYMBOLS}]")
_UNIT = re.compile(f".[{MARKS}]*", re.DOTALL)
_PLAIN_WORD = re.compile(
    f"[A-Za-z][a-z]{{0,{_CACHED_LENGTH}}}"
)  # nine of ten in English; the rest of _analyse agrees
_HANGUL_START = re.compile(f"[{HANGUL}]")
_BEFORE_DIGITS = re.compile(r"^\D+")
_CONTRACTIONS = frozenset({"s", "re", "ve", "ll", "d", "m"})


def tokens(text: str) -> list[Token]:
    """Return the tokens of any text in order; never raises, linear in the text's length."""
    pattern = _ASCII_TOKEN
    if not text.isascii():
        text = _APOSTROPHES.sub("'", compatible(_SIGNS.sub(" ", text)))
        pattern = _TOKEN
    return [
        _cached(found) if len(found) <= _CACHED_LENGTH else _analyse(found) for found in pattern.findall(text)
    ]


@lru_cache(maxsize=_CACHED_TOKENS)
def _cached(written: str) -> Token:
    return _analyse(written)


def _analyse(written: str) -> Token:
    if _PLAIN_WORD.fullmatch(written):
        return _analyse_plain(written.lower())
    terms = _Terms()
    if _UNSPACED_START.match(written):
        terms.add_unspaced(written)
    elif _SYMBOL_START.match(written):
        terms.add_word(written)
    elif _HANGUL_START.match(written):
        terms.add_hangul(written)
    else:
        core = written.rstrip("+#%")
        if core != written:
            terms.add_whole(written)
        terms.add_identifier(core)
    return terms.token()


def _analyse_plain(word: str) -> Token:
    exact, ending_free = Occurrence(word, 0, "word"), stem(word)
    return Token((exact,) if ending_free == word else (exact, Occurrence(ending_free, 0, "stem")), 1)


class _Terms:
    """Collects the terms of one token; the first role a term gets at an offset is its best."""

    def __init__(self) -> None:
        self._roles: dict[tuple[str, int], Role] = {}
        self._offset = 0

    def token(self) -> Token:
        found = tuple(Occurrence(term, offset, role) for (term, offset), role in self._roles.items())
        return Token(found, self._offset)

    def add_identifier(self, piece: str, *, level: int = 0) -> None:
        """Add a piece that may hold the separators of this level and below: itself, then what they part."""
        for depth in range(level, len(_LEVELS)):
            pieces = _LEVELS[depth].split(piece)
            if len(pieces) > 1:
                self.add_whole(piece)
                for inner in filter(None, pieces):
                    self.add_identifier(inner, level=depth + 1)
                return
        if "'" in piece:
            self._add_apostrophised(piece)
        else:
            self._add_number(piece)

    def add_whole(self, piece: str) -> None:
        exact = folded(piece)
        self._add(exact, "whole")
        self._add(unaccented(exact), "whole")

    def add_word(self, word: str, *, role: Role = "word") -> None:
        """Add a word: as written, without accents, without its ending, by the parts of `fileName`, `GPT4`."""
        if word.isascii() and word.isupper() and len(word) > 1 and word.lower() in WEAK:
            self._add(word, "whole")  # IT is not it, US is not us
        self._add_forms(word, role)
        parts = _SEAM.split(word)
        for part in parts if len(parts) > 1 else ():
            if len(part) > 1 or part.isdecimal():
                self._add_forms(part, "part")
        self._offset += 1

    def add_hangul(self, word: str) -> None:
        """Add a Korean word and its pairs of syllables, for it carries its particle with it."""
        self._add(word, "word")
        for left, right in pairwise(word):
            self._add(left + right, "part")
        for syllable in word:
            self._add(syllable, "unit")
        self._offset += 1

    def add_unspaced(self, run: str) -> None:
        """Add every pair of characters and every single one, each character counting as a word."""
        units = _UNIT.findall(run)
        single: Role = "unit" if len(units) > 1 else "word"
        for unit, following in zip_longest(units, units[1:]):
            if following:
                self._add(unit + following, "word")
            self._add(unit, single)
            self._offset += 1

    def _add_apostrophised(self, piece: str) -> None:
        """Add `Ana's` as ana, `don't` as dont, `O'Brien` as obrien, o and brien."""
        head, _, tail = piece.rpartition("'")
        if tail.lower() == "t":
            self.add_word(piece.replace("'", ""))
            return
        parts = (head if tail.lower() in _CONTRACTIONS else piece).split("'")
        if len(parts) > 1:
            self.add_whole("".join(parts))
        for part in parts:
            self._add_number(part)

    def _add_number(self, piece: str) -> None:
        """Add `1,000` as 1000, `v1.2.3` whole, as 1.2.3 and by what its dots part, and all else as a word."""
        plain = piece.replace(",", "")
        numbers = plain.split(".")
        if len(numbers) == 1:
            self.add_word(plain)
            return
        self.add_whole(plain)
        self.add_whole(_BEFORE_DIGITS.sub("", plain))
        for number in numbers:
            self.add_word(number, role="part")

    def _add_forms(self, word: str, role: Role) -> None:
        exact = folded(word)
        self._add(exact, role)
        self._add(unaccented(exact), "part")
        self._add(stem(exact), "stem")

    def _add(self, term: str, role: Role) -> None:
        self._roles.setdefault((_bounded(term), self._offset), role)


def _bounded(term: str) -> str:
    """Return the term, or its hash when it is too long to be a lexeme."""
    if len(term) * 4 <= MAX_TERM_BYTES or len(encoded := term.encode()) <= MAX_TERM_BYTES:
        return term
    return f"sha256:{hashlib.sha256(encoded).hexdigest()}"
