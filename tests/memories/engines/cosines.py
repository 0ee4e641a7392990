"""How alike two sets of vectors are, row by row."""

from __future__ import annotations

import numpy as np

from memories.engines.base import Vectors


def cosines(left: Vectors, right: Vectors) -> Vectors:
    """Shape (rows,). Unlike a plain product, it does not take for granted that rows have length 1."""
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return (left * right).sum(axis=1) / lengths
