"""Made-up words, and files written piece by piece. The same seed gives the same file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SEED = 7
SYLLABLES = [
    "ba",
    "ke",
    "lo",
    "mi",
    "nu",
    "ra",
    "se",
    "ti",
    "vo",
    "da",
    "fe",
    "gi",
    "ho",
    "ju",
    "ka",
    "le",
    "mo",
    "ni",
    "pu",
    "ro",
    "sa",
    "te",
    "vi",
    "wa",
    "ze",
]
WORDS_OF_A_MEMORY = (8, 40)
WORDS_OF_A_MESSAGE = (5, 160)
MESSAGES = (2, 24)
BEGAN = 1_700_000_000


class Words:
    """Made-up words, as unequal as in a language, so that texts are alike and none is another."""

    def __init__(self) -> None:
        self._random = random.Random(SEED)
        made = ["".join(self._random.choices(SYLLABLES, k=self._random.randint(1, 4))) for _ in range(8_000)]
        self._words = made
        self._weights = [1 / (rank + 3) for rank in range(len(made))]
        self._ahead: list[str] = []

    def text(self, bounds: tuple[int, int] = WORDS_OF_A_MEMORY) -> str:
        words = [self._word() for _ in range(self.number(*bounds))]
        cut = range(9, len(words), 11)
        for place in cut:
            words[place] += "."
        return f"{' '.join(words).capitalize()}."

    def number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def _word(self) -> str:
        if not self._ahead:
            self._ahead = self._random.choices(self._words, weights=self._weights, k=20_000)
        return self._ahead.pop()


def array(path: Path, items: Iterator[Any], *, before: str = "[", after: str = "]") -> None:
    """A JSON array, item by item."""
    with path.open("w") as out:
        out.write(before)
        for number, item in enumerate(items):
            out.write(f"{',' if number else ''}{json.dumps(item)}")
        out.write(after)


def until(out: Path, megabytes: float, item: Callable[[int], Any]) -> Iterator[Any]:
    written, number = 0, 0
    while written < megabytes * 1_000_000:
        made = item(number)
        written += len(json.dumps(made))
        number += 1
        yield made
