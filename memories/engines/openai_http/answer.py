"""The vectors inside an embedding server's answer, which is trusted in nothing."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memories.engines.base import EmbeddingUnavailable, Vectors


def vectors_in(answer: Any, *, count: int) -> Vectors:
    """`count` rows, each at the place its `index` names, whatever order they came in. Not yet of length 1.

    `{"data": [{"index": 0, "embedding": [..] or base64 of little-endian float32}, ..]}`. Raises
    EmbeddingUnavailable when one is missing, comes twice, is no vector, or is not as long as the others.
    """
    entries = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _bad("holds no list of embeddings")
    placed = {_place(entry): entry.get("embedding") for entry in entries}
    if len(entries) != count or set(placed) != set(range(count)):
        raise _bad(f"should hold one embedding for each of {count} texts, and holds {len(entries)}")
    rows = [_row(placed[place]) for place in range(count)]
    if len({row.shape for row in rows}) > 1 or not rows[0].size:
        raise _bad("holds vectors of different lengths or of none")
    return np.stack(rows)


def _place(entry: dict[str, Any]) -> int:
    place = entry.get("index")
    return place if isinstance(place, int) and not isinstance(place, bool) else -1


def _row(embedding: Any) -> NDArray[np.float32]:
    try:
        if isinstance(embedding, str):
            row = np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4").astype(np.float32)
        else:
            with np.errstate(over="ignore"):  # becomes infinite, which is refused with the zero vectors
                row = np.asarray(embedding, dtype=np.float32)
    except (ValueError, TypeError) as error:
        raise _bad("holds an embedding that is not a list of numbers") from error
    if row.ndim != 1:
        raise _bad("holds an embedding that is not a list of numbers")
    return row


def _bad(what: str) -> EmbeddingUnavailable:
    return EmbeddingUnavailable(f"The embedding server's answer {what}.")
