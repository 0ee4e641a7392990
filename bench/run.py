"""One run of the bench, in a home of its own that __main__ made and takes away again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402

from bench import floor, gate, hooks, ingest, machine, memory, queue, recall, report, small, starts  # noqa: E402
from bench.corpus import Corpus  # noqa: E402
from bench.sizes import FULL, QUICK, TINY, Sizes  # noqa: E402
from bench.store import Store  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402

Say = Callable[[str], None]


def measured(sizes: Sizes, folder: Path, *, say: Say) -> report.Measured:
    """Every figure, the small store first. Needs running services; `folder` is for homes of starts."""
    say("Filling the store")
    store = Store(embedded=sizes.embedded)
    floor.install()
    questions = Corpus(seed=2)
    store.grow(sizes.small)
    say(f"Recall at {sizes.small:,} memories")
    at_small = recall.measure(store.actor, questions, questions=sizes.questions, warm_up=sizes.warm_up)
    say(f"Filling up to {sizes.large:,}")
    store.grow(sizes.large)
    store.fill_small()
    say(f"Recall at {sizes.large:,} memories")
    at_large = recall.measure(store.actor, questions, questions=sizes.questions, warm_up=sizes.warm_up)
    say("Ten memories beside them")
    hits = small.fewest_hits(store.actor, questions, questions=sizes.small_questions)
    say("Bulk ingest")
    ingested = ingest.measure(store.actor, questions, texts=sizes.texts)
    say(f"A queue of {sizes.proposals}")
    queued = queue.measure(store.actor, questions, waiting=sizes.proposals, times=sizes.lists)
    bearers = hooks.tokens(store.actor.user_id, questions=sizes.warm_up + sizes.questions)
    bearer = gate.bearer_of(store.actor.user_id)
    say("Calls through the gate")
    called = gate.measure(
        settings.CONTINUUM_HOME.root,
        store.actor,
        bearer=bearer,
        rounds=sizes.gate_rounds,
        calls=sizes.gate_calls,
        seconds=sizes.gate_seconds,
    )
    let_go()
    say("Contexts for prompts")
    injected = hooks.measure(
        settings.CONTINUUM_HOME.root,
        questions,
        bearers=bearers,
        questions=sizes.questions,
        warm_up=sizes.warm_up,
    )
    say("Memory")
    weight = memory.measure(settings.CONTINUUM_HOME.root, questions, uses=sizes.used)
    say("Starts")
    started = starts.measure(folder, times=sizes.starts)
    return report.Measured(
        sizes, at_small, at_large, hits, ingested, queued, injected, called, started, weight
    )


def let_go() -> None:
    """Give the connections back, so that the server's own are all there are."""
    for alias in connections:
        connections[alias].close()
        connections[alias].close_pool()  # type: ignore[attr-defined]


def main() -> None:
    sizes, write = _asked()
    begin = time.perf_counter()

    def say(sentence: str) -> None:
        print(f"{time.perf_counter() - begin:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    home = settings.CONTINUUM_HOME
    with supervisor.running(home, durability="safe"):
        all_of_it = measured(sizes, home.root.parent, say=say)
        told = report.page(
            all_of_it,
            machine=machine.facts(),
            command="make bench",
            seconds=time.perf_counter() - begin,
        )
        let_go()
    if write:
        report.RESULTS.write_text(told)
        told = f"Written to {report.RESULTS}\n{report.result_line(all_of_it)}"
    print(told.rstrip())


def _asked() -> tuple[Sizes, bool]:
    """The sizes, and whether the results are kept: those of a short run would not mean much."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Continuum's speed.")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="small sizes; prints the results, writes no file")
    how.add_argument("--tiny", action="store_true", help="just enough to see that the bench works")
    asked = parser.parse_args()
    if asked.tiny:
        return TINY, False
    return (QUICK, False) if asked.quick else (FULL, True)


if __name__ == "__main__":
    main()
