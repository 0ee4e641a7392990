"""A reranker for tests that does not answer before it is let go."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from memories.engines.reranking.base import Scores
from memories.engines.reranking.settings import RerankerSettings

LONGEST = 30.0
let_go = threading.Event()


class Stuck:
    def score(self, question: str, texts: Sequence[str]) -> Scores:
        assert let_go.wait(LONGEST)
        return np.arange(len(texts), dtype=np.float32)


def make(settings: RerankerSettings) -> Stuck:
    return Stuck()
