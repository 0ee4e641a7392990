"""A text as a scanner should read it, with the way back to the letters that were written.

Full-width and mathematical letters stand for plain ones, typographic dashes and quotes for typed ones, and
what nobody sees stands for nothing: a key stays a key whatever a phone or a chat made of it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from memories.secrets.finding import Finding

_UNSEEN = re.compile(
    "(?:[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
    "|\x1b(?:\\[[0-?]{0,32}[ -/]{0,4}[@-~])?)+"  # a terminal's colours
)
_LETTER = re.compile("[A-Za-z0-9]")
_LINE_BREAK_IN_TOKEN = re.compile(r"(?<=[A-Za-z0-9_+/.-]{8})\r?\n[ \t>|]{0,40}(?=[A-Za-z0-9_+/.=-]{4})")

_FOLDABLE = (range(0xA0, 0x3400), range(0xFB00, 0x10000), range(0x1D400, 0x1D800), range(0x1F100, 0x1F1B0))


def _plain_letters() -> dict[int, str]:
    """What each character stands for, where that is one ASCII character."""
    table = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\ufe58"), "-")
    table |= dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032"), "'")
    table |= dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u300c\u300d\u300e\u300f\xab\xbb"), '"')
    for point in chain.from_iterable(_FOLDABLE):
        plain = unicodedata.normalize("NFKC", chr(point))
        if len(plain) == 1 and " " <= plain <= "~":
            table.setdefault(point, plain)
    return table


_PLAIN = _plain_letters()


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text. `cuts` are the places in it before which letters of the text were left out,
    ascending; `left_out` how many in all up to each.
    """

    text: str
    cuts: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()

    def in_source(self, finding: Finding) -> Finding:
        """The finding in the text as it was written."""
        return Finding(self._origin(finding.start), self._origin(finding.end - 1) + 1, finding.kind)

    def spans_cut(self, finding: Finding) -> bool:
        """Whether something was left out inside the finding."""
        return bisect_right(self.cuts, finding.start) != bisect_right(self.cuts, finding.end - 1)

    def _origin(self, place: int) -> int:
        index = bisect_right(self.cuts, place)
        return place + (self.left_out[index - 1] if index else 0)


def folded(text: str) -> str:
    """The text with plain letters, of the same length."""
    return text if text.isascii() else text.translate(_PLAIN)


def readings(text: str) -> Iterator[View]:
    """The text without what nobody sees and, where that parts two words, with a space in its place."""
    plain = folded(text)
    yield _without(_UNSEEN, plain)
    if any(_parts_letters(unseen, plain) for unseen in _UNSEEN.finditer(plain)):
        yield View(_UNSEEN.sub(lambda unseen: " " * len(unseen[0]), plain))


def _parts_letters(unseen: re.Match[str], text: str) -> bool:
    start, end = unseen.span()
    return bool(_LETTER.match(text, end) and start and _LETTER.match(text, start - 1))


def unwrapped(text: str) -> View | None:
    """The text with the line breaks taken out of what may be one long token; None if there are none."""
    plain = folded(text)
    view = _without(_LINE_BREAK_IN_TOKEN, plain) if "\n" in plain else View(plain)
    return view if view.cuts else None


def _without(pattern: re.Pattern[str], text: str) -> View:
    pieces: list[str] = []
    cuts: list[int] = []
    left_out: list[int] = []
    end = dropped = 0
    for match in pattern.finditer(text):
        pieces.append(text[end : match.start()])
        end, dropped = match.end(), dropped + len(match[0])
        cuts.append(end - dropped)
        left_out.append(dropped)
    return View("".join([*pieces, text[end:]]), tuple(cuts), tuple(left_out)) if cuts else View(text)
