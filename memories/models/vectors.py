"""How vectors are written for pgvector."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def literal(vector: NDArray[np.float32]) -> str:
    """A vector as pgvector reads it; six significant digits are more than a half-precision number keeps."""
    return "[" + ",".join(f"{number:.6g}" for number in vector.tolist()) + "]"
