"""A reranker for tests: a text is worth as much as the word gold stands in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memories.engines.reranking.base import Scores
from memories.engines.reranking.settings import RerankerSettings

asked: list[tuple[str, tuple[str, ...]]] = []
"""Every question with its texts, in the order in which they came."""


class ByGold:
    def score(self, question: str, texts: Sequence[str]) -> Scores:
        asked.append((question, tuple(texts)))
        return np.array([text.count("gold") for text in texts], np.float32)


def make(settings: RerankerSettings) -> ByGold:
    return ByGold()
