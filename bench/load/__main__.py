"""`python -m bench.load` (make load) and `python -m bench.load chaos` (make chaos): see runs."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from types import FrameType
from typing import NoReturn

import psycopg

from bench import machine
from bench.load.faults import FAULTS, TINY, Fault
from bench.load.report import CHAOS, LOAD, chaos_page, load_page, result_line
from bench.load.runs import Run, Sizes, deployed, run
from continuum.embedded.paths import OWNER_ROLE
from tests.deployment.stack import NotReady, Stack

MINUTES = 15.0
TINY_SECONDS = 60.0
CHAOS_RATE = 15.0


def main() -> int:
    asked = _asked()
    signal.signal(signal.SIGTERM, _end)  # so that the deployment is taken down with us
    began = time.monotonic()

    def say(sentence: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {sentence}", file=sys.stderr, flush=True)

    chaos = asked.what == "chaos"
    sizes = Sizes(TINY_SECONDS if asked.tiny else asked.minutes * 60, asked.people, asked.each, _rate(asked))
    try:
        say("Starting the deployment")
        with deployed(own_volume=chaos) as running:
            done = run(running, sizes, faults=_chosen(asked) if chaos else (), say=say)
            _tell(done, running, chaos=chaos, write=not asked.tiny and not asked.only)
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if done.books.lost or done.books.doubled else 0


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def _rate(asked: argparse.Namespace) -> float:
    default = CHAOS_RATE if asked.what == "chaos" else 0.0
    return default if asked.rate is None else float(asked.rate)


def _chosen(asked: argparse.Namespace) -> list[Fault]:
    """All faults; in a short run the quick ones; those whose name holds a word that is asked for."""
    return [
        fault
        for fault in FAULTS
        if any(word in fault.name.lower() for word in asked.only.lower().split(","))
        and (not asked.tiny or fault.name in TINY)
    ]


def _tell(done: Run, running: Stack, *, chaos: bool, write: bool) -> None:
    address = running.home.address(user=OWNER_ROLE).url
    with psycopg.connect(address) as connection, connection.cursor() as cursor:
        facts = machine.facts(cursor)
    made, file = (chaos_page, CHAOS) if chaos else (load_page, LOAD)
    page = made(done, machine=facts, command=f"make {'chaos' if chaos else 'load'}")
    if write:
        file.write_text(page)
        page = f"Written to {file}\n{result_line(done)}"
    print(page.rstrip())


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.load", description="Agents at work, or in trouble."
    )
    parser.add_argument("what", nargs="?", choices=("load", "chaos"), default="load")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of load (default: %(default)g)")
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--each", type=int, default=5, help="agents of each person")
    parser.add_argument(
        "--rate", type=float, help="requests a second of all; 0: as fast as they are answered"
    )
    parser.add_argument("--only", default="", help="faults named with one of these words (a,b); no file")
    parser.add_argument("--tiny", action="store_true", help="a minute; writes no file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
