"""The configured reranker's scores, in time or not at all: what recall asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from memories.engines.base import EngineMisconfigured
from memories.engines.deadline import BUSY, DEADLINE, UNAVAILABLE, Pool
from memories.engines.registry import reranker
from memories.engines.reranking.base import Scores

WORKERS: Final = 1
# A model reads one question at a time: behind so many the next would be late anyway.
MOST_WAITING: Final = 4

_SENTENCES = {
    DEADLINE: "the reranker is slow",
    BUSY: "the reranker is busy",
    UNAVAILABLE: "the reranker does not answer",
}
_pool = Pool(workers=WORKERS, most_waiting=MOST_WAITING, what="reranking")
"""Of its own: a reranker that hangs takes no thread from the embedder."""


@dataclass(frozen=True, slots=True)
class Reread:
    """Either `scores` or the reason why there are none, in a few words that may be shown."""

    scores: Scores | None
    reason: str = ""


def reread(question: str, texts: Sequence[str], *, seconds: float) -> Reread:
    """Never raises for want of a reranker: the order stays as it was, the reason is part of the answer."""
    try:
        engine = reranker()
    except EngineMisconfigured as error:
        return Reread(None, error.message)
    if engine is None:
        return Reread(None, "no reranker is configured")
    timed = _pool.begin(partial(engine.score, question, texts), seconds)()
    if timed.vectors is None:
        return Reread(None, timed.detail or _SENTENCES[timed.reason])
    return Reread(timed.vectors)
