"""Classes of code points, written as the inside of a regular-expression set: f"[{MARKS}]+"."""

import re
import unicodedata
from collections import defaultdict
from itertools import chain


def _scan() -> dict[str, str]:
    """Return the assigned characters, in order, under their general category ("Lu", "Mn", ...).

    What is left out is surrogates, ideographs beyond 16 bits, private use and nothing.
    """
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for point in chain(range(0xD800), range(0xE000, 0x20000), range(0xE0000, 0xE0200)):
        groups[unicodedata.category(chr(point))].append(chr(point))
    return {category: "".join(chars) for category, chars in groups.items()}


_CATEGORIES = _scan()


def _of_categories(*prefixes: str) -> str:
    """Return the scanned characters, in order, whose general category starts with one of these prefixes."""
    return "".join(sorted("".join(chars for name, chars in _CATEGORIES.items() if name.startswith(prefixes))))


def _inside(chars: str) -> str:
    """Return the inside of a set that matches exactly these characters, given in ascending order."""
    runs: list[list[int]] = []
    for point in map(ord, chars):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in runs)


UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    "\u0e81-\u0ecf\u0edc-\u0edf"  # Lao
    "\u1000-\u103f\u1050-\u109f"  # Myanmar
    "\u1780-\u17d3"  # Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003ffff"  # Han, beyond 16 bits
    "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\U0001b000-\U0001b16f"  # Kana
    "\u3105-\u312f\u31a0-\u31bf\ua000-\ua48c"  # Bopomofo, Yi
)
"""Letters and marks of scripts that put no spaces between words; the scripts' own digits are left out."""

HANGUL = "\uac00-\ud7a3"
"""Korean syllables: spaced, but a word carries its particle with it."""

SYMBOLS = (
    "\u00a2-\u00a5\u20a0-\u20cf"  # currencies
    "\u2300-\u23ff\u2600-\u27bf\u2b50\u2b55"  # technical signs, weather, dingbats, stars
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"  # emoji without flags and skin tones
)
"""Symbols that people write as words: emoji and currencies; no bullets, arrows or box drawing."""

REGIONAL = "\U0001f1e6-\U0001f1ff"
"""Regional indicators: two of them are one flag."""

SKIN_TONES = "\U0001f3fb-\U0001f3ff"

JOINER = "\u200d"
"""The zero-width joiner that glues emoji into one picture."""

MARKS = _inside(_of_categories("M"))
"""Everything that attaches to the character before it: accents, vowel signs, variation selectors."""

NON_STARTERS = _inside("".join(filter(unicodedata.combining, _of_categories("M"))))
"""Marks that normalisation may reorder."""

IGNORABLE = (
    _inside(_of_categories("Cf"))
    + "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef"
)
"""Characters nobody sees: format controls, soft hyphens, fillers, variation selectors."""

_BEYOND_16_BITS = "\U00010000-\U0001afff\U0001b170-\U0001cfff\U0001e000-\U0001efff"

LETTERS = (
    _inside(re.sub(f"[{UNSPACED}{HANGUL}\U00010000-\U0010ffff]+", "", _of_categories("L", "N", "M")))
    + _BEYOND_16_BITS
)
"""Letters, digits and marks of the scripts that put spaces between words, Korean aside."""
