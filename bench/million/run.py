"""One run, in a home of its own that bench.__main__ made and takes away again."""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import django

django.setup()

import numpy as np  # noqa: E402
from django.conf import settings  # noqa: E402

from bench import machine  # noqa: E402
from bench.corpus import TOPICS, Corpus  # noqa: E402
from bench.million.exact import everything_in  # noqa: E402
from bench.recall import percentile  # noqa: E402
from bench.store import BIG, Store  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402
from memories import access  # noqa: E402
from memories.engines.registry import embedder  # noqa: E402
from memories.models import Passage  # noqa: E402
from memories.recall import candidates  # noqa: E402
from memories.recall.recall import recall  # noqa: E402

WANTED = 1_000_000  # passages
BASE = 2_000  # texts with vectors of their own (bench.supply)
TRIAL = 10_000  # texts whose index is built first, to know how long the others will take
BUILD_MEMORY = "2500MB"  # a graph that does not fit is built many times more slowly
BUILD_MINUTES = 12.0
DISK = 12_000  # bytes a passage: rows, their indexes, and the log of both
QUESTIONS, WARM_UP = 200, 50
NEAREST = 10
CANDIDATES = 50
PAGE = Path(__file__).parents[1] / "MILLION.md"


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of each recall, and the share of the exact search's NEAREST that the product's NEAREST hold."""

    memories: int
    passages: int
    build_seconds: float
    recalls: Sequence[float]
    shares: Sequence[float]
    why_fewer: str

    @property
    def figures(self) -> dict[str, float]:
        return {
            "passages": self.passages,
            "memories": self.memories,
            "p50_ms": round(percentile(self.recalls, 50) * 1_000, 1),
            "p95_ms": round(percentile(self.recalls, 95) * 1_000, 1),
            "nearest_recall_at_10": round(float(np.mean(self.shares)), 4),
            "index_build_s": round(self.build_seconds, 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.million", description="Recall over many passages.")
    parser.add_argument("--passages", type=int, default=WANTED, help="how many (default: a million)")
    parser.add_argument("--trial", type=int, default=TRIAL, help="texts in the first, small index")
    asked = parser.parse_args()
    begin = time.perf_counter()

    def say(sentence: str) -> None:
        print(f"{time.perf_counter() - begin:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    with supervisor.running(settings.CONTINUUM_HOME, durability="safe"):
        measured = _measured(asked.passages, asked.trial, say=say)
        told = _page(measured, machine=machine.facts(), minutes=(time.perf_counter() - begin) / 60)
    if asked.passages == WANTED:
        PAGE.write_text(told)
    print(told.rstrip())


def _measured(passages: int, trial: int, *, say: Callable[[str], None]) -> Measured:
    store = Store(embedded=min(BASE, trial), build_memory=BUILD_MEMORY)
    say(f"Filling with {trial:,} texts to see how long an index takes")
    store.grow(trial)
    each, built = _passages(store) / trial, store.built["passage_vector_384"]
    most, why = affordable(passages, trial * each, built, free=shutil.disk_usage(settings.BASE_DIR).free)
    say(f"Filling up to {most:,} passages{f' ({why})' if why else ''}")
    store.grow(max(trial, math.ceil(most / each)))
    say(f"The index took {store.built['passage_vector_384']:.0f} s; asking")
    questions = [Corpus(seed=2).question(topic=place % TOPICS) for place in range(WARM_UP + QUESTIONS)]
    seconds = _asked(store, questions)[WARM_UP:]
    say("Holding every vector against every question")
    shares = _shares(store, questions[WARM_UP:])
    return Measured(
        store.supply.given, _passages(store), store.built["passage_vector_384"], seconds, shares, why
    )


def affordable(wanted: int, tried: float, seconds: float, *, free: int) -> tuple[int, str]:
    """The most passages, halving what is wanted, that BUILD_MINUTES and the disk are enough for, and why they
    are fewer. Indexing the `tried` passages took `seconds`: that of n takes n log n.
    """
    most = wanted
    while most > tried and most * DISK > free:
        most //= 2
    if most < wanted:
        return most, f"{wanted:,} do not fit on the disk"
    while most > tried and seconds * most * math.log(most) / (tried * math.log(tried)) > BUILD_MINUTES * 60:
        most //= 2
    return (
        most,
        "" if most == wanted else f"the index of {wanted:,} takes more than {BUILD_MINUTES:.0f} minutes",
    )


def _passages(store: Store) -> int:
    with access.acting(store.actor):
        return Passage.objects.filter(workspace_id=store.actor.workspaces[BIG]).count()


def _asked(store: Store, questions: Sequence[str]) -> list[float]:
    """The seconds of each recall through its verb, its embedding included."""
    seconds = []
    with access.acting(store.actor):
        for question in questions:
            start = time.perf_counter()
            recall(store.actor, query=question, workspace=BIG)
            seconds.append(time.perf_counter() - start)
    return seconds


def _shares(store: Store, questions: Sequence[str]) -> list[float]:
    engine, workspace = embedder(), store.actor.workspaces[BIG]
    vectors = engine.embed(questions)
    exact = everything_in(workspace).nearest(vectors, most=NEAREST)
    reach = candidates.Reach([workspace], scopes=None, private=False, filters=None)
    shares = []
    with access.acting(store.actor):
        for vector, best in zip(vectors, exact, strict=True):
            question = candidates.Question("", (), vector, engine.model_id)
            found = candidates.find(reach, question, most=CANDIDATES).meaning
            shares.append(len(set(found[:NEAREST]) & set(best)) / NEAREST)
    return shares


def _page(measured: Measured, *, machine: Mapping[str, str], minutes: float) -> str:
    figures = measured.figures
    facts = "\n".join(f"| {name} | {told} |" for name, told in machine.items())
    fewer = f"\nFewer than {WANTED:,}: {measured.why_fewer}.\n" if measured.why_fewer else ""
    return _PAGE.format(
        minutes=minutes,
        facts=facts,
        fewer=fewer,
        worst=min(measured.shares),
        line=json.dumps(figures),
        **figures,
    )


_PAGE = """# Measured at a million passages

Written by `make bench-million` in {minutes:.0f} minutes. How: docs/measuring-recall.md.
{fewer}
| | |
| --- | --- |
{facts}

| what | measured |
| --- | --- |
| passages, of memories | {passages:,}, {memories:,} |
| recall through its verb, p50 / p95 | {p50_ms} / {p95_ms} ms |
| recall@10 of the nearest passages against exact search, mean | {nearest_recall_at_10:.3f} |
| the same of the worst question | {worst:.1f} |
| building the vector index | {index_build_s:.0f} s |

RESULT {line}
"""


if __name__ == "__main__":
    main()
