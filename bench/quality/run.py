"""One run, in a home of its own that bench.__main__ made and takes away again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bench import machine  # noqa: E402
from bench.quality import report, times  # noqa: E402
from bench.quality.asking import Grades, graded  # noqa: E402
from bench.quality.given import Given  # noqa: E402
from bench.quality.locomo import Conversation, conversations  # noqa: E402
from bench.quality.ours import Continuum  # noqa: E402
from bench.quality.peers.peer import PEERS, Peer, PeerFailed  # noqa: E402
from bench.quality.scripts.made import made  # noqa: E402
from bench.quality.theirs import Theirs  # noqa: E402
from bench.store import Store  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402
from memories.engines.registry import embedder  # noqa: E402

SECONDS_FOR_QUALITY = 300.0
SECONDS_FOR_TIMES = 180.0
"""For each peer; what it does not do in them is not measured."""

SECONDS_FOR_FILLING = 300.0
"""For the product's largest store."""

Say = Callable[[str], None]


def main() -> None:
    asked = _arguments()
    begin = time.perf_counter()

    def say(sentence: str) -> None:
        print(f"{time.perf_counter() - begin:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    with supervisor.running(settings.CONTINUUM_HOME, durability="safe"):
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        results = _measured(asked, settings.CONTINUUM_HOME.root.parent / "peers", say=say)
        told = report.page(
            results,
            machine=machine.facts(),
            command="make bench-recall",
            seconds=time.perf_counter() - begin,
        )
    if asked.data and not asked.without:
        report.QUALITY.write_text(told)
    print(told.rstrip())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.quality",
        description="How well recall finds what a question asks for. Without DATA: only in the scripts.",
    )
    parser.add_argument("data", nargs="?", type=Path, help="LoCoMo's conversations as JSON")
    parser.add_argument(
        "--without",
        nargs="+",
        choices=("peers", "times", "scripts"),
        default=(),
        help="leave these parts out; nothing is written to QUALITY.md then",
    )
    return parser.parse_args()


def _measured(asked: argparse.Namespace, folder: Path, *, say: Say) -> report.Results:
    given, results = Given(embedder()), report.Results()
    peers = () if "peers" in asked.without else tuple(PEERS)
    data = conversations(asked.data) if asked.data else []
    scripts = [] if "scripts" in asked.without else [made()]
    product = Continuum()
    for found, texts in ((results.scripts, scripts), (results.locomo, data)):
        if texts:
            found.append(graded(product, texts, say=say))
    results.kept_elsewhere = product.kept_elsewhere
    for name in peers:
        _grade(name, folder, given, [(results.scripts, scripts), (results.locomo, data)], results, say=say)
    if data and "times" not in asked.without:
        _time([name for name in peers if name not in results.failed], folder, given, results, say=say)
    return results


def _grade(
    name: str,
    folder: Path,
    given: Given,
    parts: Sequence[tuple[list[Grades], Sequence[Conversation]]],
    results: report.Results,
    *,
    say: Say,
) -> None:
    """All of a peer's answers, or the reason why there are none."""
    try:
        with Peer(name, folder / f"{name}-quality") as peer:
            store = Theirs(peer, given, seconds=SECONDS_FOR_QUALITY)
            for found, texts in parts:
                if texts:
                    found.append(graded(store, texts, say=say))
    except PeerFailed as failed:
        results.failed[name] = str(failed)
        say(f"{name}: {failed}")


def _time(peers: Sequence[str], folder: Path, given: Given, results: report.Results, *, say: Say) -> None:
    store = Store(embedded=times.BASE)
    results.times += times.of_the_product(store, given=given, seconds=SECONDS_FOR_FILLING, say=say)
    for name in peers:
        with Peer(name, folder / f"{name}-times") as peer:
            results.times.append(
                times.of_a_peer(
                    peer, supply=store.supply.again(), given=given, seconds=SECONDS_FOR_TIMES, say=say
                )
            )


if __name__ == "__main__":
    main()
