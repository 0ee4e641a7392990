"""Vectors before the transaction opens: in time, or not at all and the pipeline makes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from memories.engines.configured import embedded
from memories.services.drafts import Piece, Vectors

DEADLINE_SECONDS = 2.0
# Longer texts would only meet the deadline: they go to the pipeline unasked.
MAX_PIECES_AT_ONCE = 24
_LATER = "For now it is found by its words only, and only the same words are caught as a duplicate: {why}."


def vectors_for(texts: Sequence[Sequence[Piece]]) -> tuple[list[Vectors | None], str]:
    """For the pieces of each text, their vectors, or None and the reason why it must do without for now."""
    if sum(len(pieces) for pieces in texts) > MAX_PIECES_AT_ONCE * max(len(texts), 1):
        return [None] * len(texts), _LATER.format(why="the text is long, its vectors are being made")
    flat = [piece.read for pieces in texts for piece in pieces]
    made = embedded(flat, seconds=DEADLINE_SECONDS * max(1, len(texts)))
    if made.vectors is None:
        return [None] * len(texts), _LATER.format(why=made.reason)
    bounds = [0, *accumulate(len(pieces) for pieces in texts)]
    parts = [made.vectors[start:end] for start, end in pairwise(bounds)]
    return [_vectors(made.model, *pair) for pair in zip(texts, parts, strict=True)], ""


def _vectors(model: str, pieces: Sequence[Piece], vectors: NDArray[np.float32]) -> Vectors:
    return Vectors(model=model, pieces=vectors, whole=whole_vector(pieces, vectors))


def whole_vector(pieces: Sequence[Piece], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """One vector for a whole text: the normalised mean of its paragraphs' vectors."""
    mean = vectors[[piece.sentence == 0 for piece in pieces]].mean(axis=0)
    length = float(np.linalg.norm(mean))
    whole: NDArray[np.float32] = mean / length if length else mean
    return whole
