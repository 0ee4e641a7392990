"""The forms of a text: what is stored, what a query may be, and what makes two texts the same."""

import hashlib
import re
import unicodedata

from memories.text.characters import IGNORABLE, NON_STARTERS
from memories.text.errors import UnstorableText

MAX_MARKS = 30
"""Marks in a row that are put in order together. Ordering them takes quadratic time (200,000 took half a
minute); no written language comes near thirty, the bound of Unicode's stream-safe text format."""

_BYTE_ORDER_MARK = "\ufeff"
_GRAPHEME_JOINER = "\u034f"  # draws nothing and starts a new run of marks

_IGNORABLE = re.compile(f"[{IGNORABLE}]+")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""What Postgres takes into no text: NUL, and halves of characters."""
_FULL_RUN = re.compile(f"([{NON_STARTERS}]{{{MAX_MARKS}}})(?=[{NON_STARTERS}])")
_EXCESS_MARKS = re.compile(f"(?<=[{NON_STARTERS}]{{{MAX_MARKS}}})[{NON_STARTERS}]+")


def clean(text: str) -> str:
    """Return text as it is stored: NFC, LF line ends, no byte order mark in front. Idempotent.

    Raises UnstorableText for NUL and lone surrogates. Other control characters are kept: they can be stored,
    and a captured terminal may hold them.
    """
    joined = _SURROGATE_PAIR.sub(_join_pair, text)
    found = UNSTORABLE.search(joined)
    if found:
        kind = "NUL character" if found[0] == "\x00" else "lone surrogate"
        raise UnstorableText(kind, position=found.start())
    return _nfc(joined.lstrip(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n"))


def forgiving(text: str) -> str:
    """Clean text that must not be refused, a query or a capture: spaces stand for what clean refuses."""
    return clean(UNSTORABLE.sub(" ", _SURROGATE_PAIR.sub(_join_pair, text)))


def normal_form(text: str) -> str:
    """Return the form in which exact duplicates and exclusions are compared. Idempotent.

    NFKC, case-folded, without invisible characters, every run of whitespace one space. Any script; it may be
    empty, and an empty form is the duplicate of nothing.
    """
    form = " ".join(compatible(compatible(text).casefold()).split())
    return form if form == text else normal_form(form)


def content_hash(text: str) -> str:
    """Return the SHA-256 of the normal form as 64 hexadecimal digits, or "" for an empty form."""
    form = normal_form(text)
    return hashlib.sha256(form.encode("utf-8", "surrogatepass")).hexdigest() if form else ""


def compatible(text: str) -> str:
    """Return the NFKC of text without its invisible characters and without marks in excess of MAX_MARKS."""
    if text.isascii():
        return text
    visible = _EXCESS_MARKS.sub("", _IGNORABLE.sub("", text))
    return unicodedata.normalize("NFKC", visible)


def _nfc(text: str) -> str:
    """Return the NFC of text in linear time; grapheme joiners part a run of marks beyond MAX_MARKS."""
    if text.isascii():
        return text
    composed = unicodedata.normalize("NFC", _part_marks(text))
    return _part_marks(composed)  # a few marks decompose into two and lengthen their run


def _part_marks(text: str) -> str:
    return _FULL_RUN.sub(rf"\1{_GRAPHEME_JOINER}", text)


def _join_pair(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
