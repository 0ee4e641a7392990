"""One word in its other shapes: without capitals, without accents, without endings."""

import re
import unicodedata
from functools import lru_cache

from snowballstemmer.arabic_stemmer import ArabicStemmer
from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.greek_stemmer import GreekStemmer
from snowballstemmer.hindi_stemmer import HindiStemmer
from snowballstemmer.russian_stemmer import RussianStemmer

STEMMED_LENGTHS = range(3, 41)
"""Lengths of the words that have endings worth taking off; what is longer is no word."""

_STEMMERS = (
    (re.compile("[a-z]+[cdegilmnrsty]"), EnglishStemmer),  # the last letters of all endings it knows
    (re.compile("[\u0400-\u04ff]+"), RussianStemmer),
    (re.compile("[\u0370-\u03ff\u1f00-\u1fff]+"), GreekStemmer),
    (re.compile("[\u0600-\u06ff]+"), ArabicStemmer),
    (re.compile("[\u0900-\u097f]+"), HindiStemmer),
)
"""A script's most written language stands for it: an ending cut wrongly is cut alike in text and query."""

_OPTIONAL_MARKS = re.compile(
    "["
    "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"  # Latin, Greek and Cyrillic accents
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"  # Hebrew points
    "\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"  # Arabic points, stretch
    "]+"
)
"""Marks that readers do without. Kana, Thai and Indic marks are part of the letter and stay."""

_LIKE = str.maketrans(
    {
        "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "þ": "th", "æ": "ae", "œ": "oe",
        "\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643", "\u0629": "\u0647",  # Arabic: ya, kaf, ha
    }
)  # fmt: skip
"""Letters that do not decompose but are typed, and looked for, as others."""

_DIGIT = re.compile(r"\d")


def folded(word: str) -> str:
    """Return an NFKC word without the difference between capitals and small letters."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFKC", word.casefold())


def unaccented(word: str) -> str:
    """Return a folded word as someone types it without its accents, or with the digits of another script."""
    if word.isascii():
        return word
    bare = _OPTIONAL_MARKS.sub("", unicodedata.normalize("NFD", word)).translate(_LIKE)
    plain = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), bare)
    return unicodedata.normalize("NFC", plain) or word


def stem(word: str) -> str:
    """Return a folded word without accents and, in scripts that have a stemmer here, without its ending."""
    return _stemmed(word) if len(word) in STEMMED_LENGTHS else unaccented(word)


@lru_cache(maxsize=16_384)
def _stemmed(word: str) -> str:
    plain = unaccented(word)
    shape = plain if plain.isascii() else word
    for script, stemmer in _STEMMERS:
        if script.fullmatch(shape):
            return unaccented(stemmer().stemWord(shape))  # a stemmer of its own: they are not thread-safe
    return plain
