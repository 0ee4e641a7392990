"""Vectors from the configured embedder, in time or not at all: what intake and recall ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memories.engines.base import EngineMisconfigured, Vectors
from memories.engines.deadline import BUSY, DEADLINE, UNAVAILABLE, embed_within
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
    """Never raises for want of an engine: words alone still find, and the reason is part of the answer.

    The engine's properties are asked only once it has answered: before, some would load a model or ask a
    server, and nothing would bound that.
    """
    try:
        engine = embedder()
    except EngineMisconfigured as error:
        return Embedded(None, reason=error.message)
    if isinstance(engine, NoEmbedder):
        return Embedded(None, reason="embedding is switched off")
    timed = embed_within(engine, texts, seconds=seconds)
    if timed.vectors is None:
        return Embedded(None, reason=timed.detail or _SENTENCES[timed.reason])
    return Embedded(timed.vectors, engine.model_id)
