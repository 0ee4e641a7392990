"""The labelled pairs, and which of them may be looked at while thresholds are chosen.

A file of a hand holds pairs of one language under headings that name their kind: two lines are a pair, an
empty line follows, and \\n stands for a line break. Each hand writes as another person does. Of the first,
a hash of the texts decides which pairs serve for tuning, so that none changes sides by choice; its files
`notes` and `strong` came after the first rules, the others before. The second, of the same early time, never
serves. Later hands were each measured once, unseen, with the rules as they stood, and served for tuning from
then on; the fifth has not. The sixth was written for tuning: rewordings as they come to mind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

_HERE = Path(__file__).parent
_HEADING = "## "
_LINE_BREAK = "\\n"
HANDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
SEEN_HANDS = ("third", "fourth", "sixth", "seventh")
TUNING_BYTES = 192
"""Of 256 values of the hash's first byte, those whose pairs serve for choosing."""


class Label(StrEnum):
    """What ought to happen: skipped as the same, flagged as contradicting, or neither."""

    DUPLICATE = "duplicate"
    CONFLICT = "conflict"
    DISTINCT = "distinct"


LABELS = MappingProxyType(
    {
        "reworded": Label.DUPLICATE,
        "reformatted": Label.DUPLICATE,
        "number": Label.CONFLICT,
        "date": Label.CONFLICT,
        "unit": Label.CONFLICT,
        "version": Label.CONFLICT,
        "address": Label.CONFLICT,
        "negated": Label.CONFLICT,
        "switched": Label.CONFLICT,
        "value": Label.CONFLICT,  # the same thing said to be something else
        "changed": Label.CONFLICT,  # reworded, and something in it changed
        "swapped": Label.CONFLICT,  # the same words in each other's places
        "subject": Label.DISTINCT,  # the same said of another; both may be true
        "topic": Label.DISTINCT,
        "contained": Label.DISTINCT,  # one of them says more
    }
)
"""The label of each kind of pair."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts, which hand wrote them, in which language, and what kind of pair they are."""

    hand: str
    language: str
    kind: str
    one: str
    other: str

    @property
    def label(self) -> Label:
        return LABELS[self.kind]

    @property
    def is_tuning(self) -> bool:
        digest = hashlib.sha256(f"{self.one}\n{self.other}".encode()).digest()
        return self.hand in SEEN_HANDS or (self.hand == "first" and digest[0] < TUNING_BYTES)


def every_pair() -> list[Pair]:
    """Every pair, hand after hand. Raises ValueError where a file breaks the form."""
    return [
        pair
        for hand in HANDS
        for file in sorted((_HERE / f"{hand}_hand").glob("*.txt"))
        for pair in _pairs_of(hand, file)
    ]


def _pairs_of(hand: str, file: Path) -> Iterator[Pair]:
    kind = ""
    for block in file.read_text("utf-8").split("\n\n"):
        lines = block.strip().splitlines()
        if lines and lines[0].startswith(_HEADING):
            kind = lines.pop(0).removeprefix(_HEADING)
            if not lines:
                continue
        if len(lines) != 2 or kind not in LABELS:
            raise ValueError(f"{file.name}: two lines make a pair, and {kind!r} a kind: {block!r}")
        one, other = (line.replace(_LINE_BREAK, "\n") for line in lines)
        yield Pair(hand, file.stem, kind, one, other)
