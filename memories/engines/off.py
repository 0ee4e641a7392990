"""Embedding switched off: memories are found by their words alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from memories.engines.base import EmbeddingOff


class NoEmbedder:
    """Stands where an embedder would; it has no dimensions and makes no vectors."""

    model_id = "none"
    dimensions = 0
    max_tokens = 0

    def embed(self, texts: Sequence[str]) -> NoReturn:
        raise EmbeddingOff(f"Embedding is switched off, so {len(texts)} texts get no vectors.")
