"""Texts with their vectors, as many as are wanted. The same seed gives the same ones.

Real vectors for 100,000 texts would take minutes, so a base of texts gets real ones and every further text
shares the topic of one of those and has its vector, turned by a random angle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.corpus import Corpus
from memories.engines.registry import embedder
from memories.intake.embed import whole_vector
from memories.services.drafts import Piece
from memories.services.pieces import pieces_of

TURN = (
    0.6  # noise against signal: two texts with the same base have a cosine of 0.74, each with its base 0.86
)

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Line:
    """One text on its way into the store, with a vector for each of its pieces."""

    text: str
    pieces: Sequence[Piece]
    vectors: Vectors

    @property
    def whole(self) -> Vectors:
        """The vector of the whole text."""
        return whole_vector(self.pieces, self.vectors)


class Supply:
    """`given` texts so far; `embedded` is the size of the base."""

    def __init__(self, *, embedded: int, seed: int) -> None:
        self.given = 0
        self.corpus = Corpus(seed=seed)
        self._random = np.random.default_rng(seed)
        self._size, self._seed = embedded, seed
        self._base: list[Vectors] = []

    def again(self) -> Supply:
        """The same texts from the first one on; vectors that are known already are not made anew."""
        other = Supply(embedded=self._size, seed=self._seed)
        other._base = self._base
        return other

    def lines(self, count: int) -> list[Line]:
        """The next ones: real vectors as long as the base is not complete, turned ones from then on."""
        places = range(self.given, self.given + count)
        self.given += count
        texts = [self.corpus.text(topic=place % self._size) for place in places]
        self._know(texts[max(0, len(self._base) - places.start) : max(0, self._size - places.start)])
        return [self._line(text, place) for text, place in zip(texts, places, strict=True)]

    def _know(self, texts: Sequence[str]) -> None:
        if texts:
            self._base += [line.vectors for line in with_real_vectors(texts)]

    def _line(self, text: str, place: int) -> Line:
        if place < self._size:
            return Line(text, pieces_of(text), self._base[place])
        return self._derived(text, self._base[place % self._size])

    def _derived(self, text: str, base: Vectors) -> Line:
        pieces = pieces_of(text)
        rows = base[np.arange(len(pieces)) % len(base)]
        noise = self._random.standard_normal(rows.shape).astype(np.float32)
        turned = rows + TURN * noise / np.linalg.norm(noise, axis=1, keepdims=True)
        return Line(text, pieces, turned / np.linalg.norm(turned, axis=1, keepdims=True))


def with_real_vectors(texts: Sequence[str]) -> list[Line]:
    cut = [pieces_of(text) for text in texts]
    vectors = iter(embedder().embed([piece.read for pieces in cut for piece in pieces]))
    return [
        Line(text, pieces, np.stack([next(vectors) for _ in pieces]))
        for text, pieces in zip(texts, cut, strict=True)
    ]
