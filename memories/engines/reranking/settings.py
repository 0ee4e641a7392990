"""What the operator chose to put the best hits in order with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RerankerSettings:
    """`reranker` names an engine and a model:

    sentence-transformers:<model or folder>   a cross-encoder in this process, on torch
    module:<dotted path>                      a module that offers make(RerankerSettings) -> Reranker

    `threads` is the most that it may use in this process.
    """

    reranker: str
    threads: int = 2

    @property
    def engine(self) -> str:
        return self.reranker.partition(":")[0].strip()

    @property
    def model(self) -> str:
        return self.reranker.partition(":")[2].strip()
