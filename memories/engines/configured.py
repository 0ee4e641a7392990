"""Vectors from the configured embedder, in time or not at all: what intake and recall ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from memories.engines.base import Embedder, EngineMisconfigured, Vectors
from memories.engines.deadline import BUSY, DEADLINE, UNAVAILABLE, Timed, begin
from memories.engines.off import NoEmbedder
from memories.engines.registry import embedder

_SENTENCES = {
    DEADLINE: "the embedder is slow",
    BUSY: "the embedder is busy",
    UNAVAILABLE: "the embedder does not answer",
}


@dataclass(frozen=True, slots=True)
class Embedded:
    """Either `vectors` and the `model` that made them, or None and the reason in a few words that may be
    shown.
    """

    vectors: Vectors | None
    model: str = ""
    reason: str = ""


def embedded(texts: Sequence[str], *, seconds: float) -> Embedded:
    """Never raises for want of an engine: words alone still find, and the reason is part of the answer."""
    return begin_embedding(texts, seconds=seconds)()


def begin_embedding(texts: Sequence[str], *, seconds: float) -> Callable[[], Embedded]:
    """The same, begun now, for callers with something else to do meanwhile; what it returns waits for the
    answer.

    The engine's properties are asked only once it has answered: before, some would load a model or ask a
    server, and nothing would bound that.
    """
    try:
        engine = embedder()
    except EngineMisconfigured as error:
        return partial(Embedded, None, reason=error.message)
    if isinstance(engine, NoEmbedder):
        return partial(Embedded, None, reason="embedding is switched off")
    return partial(_answer, engine, begin(engine, texts, seconds=seconds))


def _answer(engine: Embedder, timed: Callable[[], Timed]) -> Embedded:
    made = timed()
    if made.vectors is None:
        return Embedded(None, reason=made.detail or _SENTENCES[made.reason])
    return Embedded(made.vectors, engine.model_id)
