"""What two spellings of the same words have in common: typography, widths and blanks are folded away, on both
sides; letters, digits and signs are not.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_QUOTES = dict.fromkeys("‘’‚‛′´`ʼʹ＇", "'") | dict.fromkeys("“”„‟″«»〝〞〟＂", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－", "-")
_LETTERS = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ſ": "s", "ß": "ss", "ẞ": "SS"}
_FOLDED = {**_QUOTES, **_DASHES, **_LETTERS, "⁄": "/", "，": ",", "、": "、"}
_UNSEEN = frozenset(
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufe0e\ufe0f"
)
# Raised, lowered and fractional digits mean something else than the digits they are made of.
_MEANINGFUL = ("<super>", "<sub>", "<fraction>")
_WIDE_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC", "FULLWIDTH", "HANGUL JAMO", "BOPOMOFO")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; `places[i]` is where in the original its i-th character comes from."""

    text: str
    places: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original that these folded characters stand for."""
        if not self.places or start >= len(self.places):
            return 0, 0
        return self.places[start], self.places[max(start, min(end, len(self.places)) - 1)] + 1


def folded(text: str) -> Folded:
    """The folded text, in small letters, with single blanks, and none between characters of Chinese or
    Japanese.
    """
    out, places = list[str](), list[int]()
    for place, character in _composed(text):
        for each in _fold(character):
            if each != " ":
                out.append(each)
                places.append(place)
            elif out and out[-1] != " ":
                out.append(" ")
                places.append(place)
    return _tight(out, places)


def _composed(text: str) -> list[tuple[int, str]]:
    """Each character with the accents that follow it, as one character where there is one."""
    found: list[tuple[int, str]] = []
    for place, character in enumerate(text):
        if found and unicodedata.combining(character):
            before, base = found[-1]
            found[-1] = (before, unicodedata.normalize("NFC", base + character))
        else:
            found.append((place, character))
    return found


def _fold(character: str) -> str:
    if character in _UNSEEN:
        return ""
    if character.isspace():
        return " "
    if character in _FOLDED:
        return _FOLDED[character].lower()
    if len(character) == 1 and not unicodedata.decomposition(character).startswith(_MEANINGFUL):
        plain = unicodedata.normalize("NFKC", character)
        if plain != character:
            return "".join(_FOLDED.get(each, each) for each in plain).lower()
    return character.lower()


def _tight(out: list[str], places: list[int]) -> Folded:
    """Without blanks at the ends and beside wide characters, whose lines wrap anywhere."""
    kept = [
        place
        for place, character in enumerate(out)
        if character != " "
        or (0 < place < len(out) - 1 and not (is_wide(out[place - 1]) or is_wide(out[place + 1])))
    ]
    return Folded("".join(out[place] for place in kept), tuple(places[place] for place in kept))


def is_wide(character: str) -> bool:
    """Whether words of this character's script stand without blanks between them."""
    return not character.isascii() and unicodedata.name(character[0], "").startswith(_WIDE_SCRIPTS)
