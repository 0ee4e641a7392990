"""A reranker for tests that cannot."""

from __future__ import annotations

from collections.abc import Sequence

from memories.engines.reranking.base import RerankingUnavailable, Scores
from memories.engines.reranking.settings import RerankerSettings


class Broken:
    def score(self, question: str, texts: Sequence[str]) -> Scores:
        raise RerankingUnavailable("The reranker has no weights.")


def make(settings: RerankerSettings) -> Broken:
    return Broken()
