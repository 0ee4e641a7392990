"""Bulk ingest against the embedder alone, batch by batch on the same texts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.corpus import TOPICS, Corpus
from bench.store import BULK, drafts_of
from continuum.kernel.actor import Actor
from memories import access
from memories.engines.registry import embedder
from memories.intake.submit import MAX_BULK, submit_all
from memories.models import Passage
from memories.pipeline.work import work
from memories.services.pieces import pieces_of

BATCH = MAX_BULK // 2  # as an import would: fewer calls than texts, more turns for both sides here


@dataclass(frozen=True, slots=True)
class Ingest:
    """For each batch, texts per second: written and found by meaning, and made into vectors alone."""

    written: Sequence[float]
    embedded: Sequence[float]

    @property
    def ratio(self) -> float:
        """Throughput of the ingest as a share of the embedder's own, batch by batch, in the median."""
        return median(mine / alone for mine, alone in zip(self.written, self.embedded, strict=True))


def measure(actor: Actor, corpus: Corpus, *, texts: int) -> Ingest:
    """Write the texts in batches; before or after each the embedder has its turn, in turns."""
    written, embedded = [], []
    for turn, start in enumerate(range(0, texts, BATCH)):
        places = range(start, min(start + BATCH, texts))
        batch = [corpus.text(topic=place % TOPICS) for place in places]
        alone = _embed(batch) if turn % 2 else 0.0
        written.append(len(batch) / _write(actor, batch))
        embedded.append(len(batch) / (alone or _embed(batch)))
    return Ingest(written, embedded)


def _embed(batch: Sequence[str]) -> float:
    """What the product embeds of these texts, without what it does to cut them."""
    pieces = [piece.read for text in batch for piece in pieces_of(text)]
    start = time.perf_counter()
    embedder().embed(pieces)
    return time.perf_counter() - start


def _write(actor: Actor, batch: Sequence[str]) -> float:
    """Until none of them waits for its vector; what does not come at once is the pipeline's to make."""
    start = time.perf_counter()
    with access.acting(actor):
        submit_all(actor, drafts=drafts_of(batch, workspace=BULK))
    while _waiting(actor):
        work()
    return time.perf_counter() - start


def _waiting(actor: Actor) -> bool:
    with access.acting(actor):
        return Passage.objects.filter(workspace_id=actor.workspaces[BULK], vector=None).exists()
