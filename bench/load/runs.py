"""A run of load, and one of faults under load: what is measured of each."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import randrange

from bench.load.agents import Texts, working
from bench.load.books import Books, audit
from bench.load.faults import Fault, NotHere
from bench.load.field import Field, agents_of, seconds_until, volume
from bench.load.keeper import Keeper
from bench.load.ledger import KINDS, Ledger, percentile
from bench.load.weight import Scales, Weight
from tests.deployment.stack import Stack, stack

WARM_UP_SHARE = 0.1  # of the run: its answers count in no percentile
WEIGHINGS = 60  # in a run
LEAST_WEIGHING_SECONDS = 1.0
VOLUME_MEGABYTES = 2_000
QUIET_SECONDS = 5.0  # of undisturbed work before each fault
CAUGHT_UP_SECONDS = 120.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Sizes:
    """`rate`: requests a second of all agents together, 0 for as fast as answers come."""

    seconds: float
    people: int = 10
    each: int = 5
    rate: float = 0.0

    @property
    def agents(self) -> int:
        return self.people * self.each

    @property
    def every(self) -> float:
        return self.agents / self.rate if self.rate else 0.0


@dataclass(frozen=True, slots=True)
class Struck:
    """One fault: seconds that its cause lasted, and from then until requests were answered again and until no
    job was late (None: not in the time given); requests that failed from the strike on.
    """

    name: str
    lasted: float
    answers: float | None
    caught_up: float | None
    failed: dict[str, int]
    told: str


@dataclass
class Run:
    """All that was measured."""

    sizes: Sizes
    ledger: Ledger
    books: Books
    weights: dict[str, Weight]
    seconds: float
    restarts: int
    struck: list[Struck] = field(default_factory=list)

    @property
    def counted_after(self) -> float:
        return self.seconds * WARM_UP_SHARE

    @property
    def figures(self) -> dict[str, float]:
        """The keys of the RESULT line."""
        every = [
            second for kind in KINDS for second in self.ledger.seconds_of(kind, after=self.counted_after)
        ]
        return {
            "acknowledged": self.books.acknowledged,
            "lost": len(self.books.lost),
            "doubled": len(self.books.doubled),
            "errors": len(self.ledger.refused),
            "p95_ms": round(percentile(every, 95) * 1_000, 1),
            "rps": round(len(self.ledger.answered) / self.seconds, 1),
        }


@contextmanager
def deployed(*, own_volume: bool) -> Iterator[Stack]:
    """A whole deployment, its data on a volume of its own where this user may mount one."""
    with tempfile.TemporaryDirectory(prefix="continuum-load-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        home = volume(folder)
        mounted = own_volume and _mounted(home)
        try:
            with stack(folder) as running:
                yield running
        finally:
            if mounted:
                subprocess.run(["umount", "--lazy", str(home)], check=False)


def _mounted(home: Path) -> bool:
    home.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={VOLUME_MEGABYTES}m,mode=0711", "tmpfs", str(home)]
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def run(running: Stack, sizes: Sizes, *, faults: Sequence[Fault] = (), say: Say) -> Run:
    """Agents at work for so long; with faults, for as long as these take."""
    bearers = agents_of(running, people=sizes.people, each=sizes.each)
    name = str(randrange(10**6, 10**7))
    with Keeper(running) as keeper:
        where = Field(running, keeper, bearers[0]["bearer"])
        texts, ledger = Texts(seed=7), Ledger()
        every = max(LEAST_WEIGHING_SECONDS, sizes.seconds / WEIGHINGS)
        struck: list[Struck] = []
        say(f"{sizes.agents} agents begin")
        with (
            Scales(where.pids, now=lambda: ledger.now, every=every) as scales,
            working(
                running.url,
                bearers,
                trusted=running.trusted,
                ledger=ledger,
                texts=texts,
                every=sizes.every,
                run=name,
            ),
        ):
            if faults:
                struck += [_struck(where, fault, ledger, say=say) for fault in faults]
            else:
                _worked(sizes.seconds, ledger, say=say)
            seconds = ledger.now
        say("Agents have ended; the books are compared")
        seconds_until(where.up_to_date, most=CAUGHT_UP_SECONDS)
        books = audit(where.address, ledger, run=name)
        running.manage("verify_events")  # raises where a chain does not hold
        return Run(sizes, ledger, books, scales.weights, seconds, keeper.restarts, struck)


def _worked(seconds: float, ledger: Ledger, *, say: Say) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, max(seconds / 10, 5.0)))
        say(f"{len(ledger.answered):,} answers, {len(ledger.refused)} failures")


def _struck(where: Field, fault: Fault, ledger: Ledger, *, say: Say) -> Struck:
    time.sleep(QUIET_SECONDS)
    say(fault.name)
    where.said.clear()
    began = ledger.now
    try:
        fault.strike(where)
    except NotHere as error:
        say(f"  left out: {error}")
        return Struck(fault.name, 0.0, None, None, {}, f"left out: {error}")
    except (AssertionError, RuntimeError) as error:
        where.said.append(f"it did not go as it should: {error}")
    over = ledger.now
    answers = seconds_until(where.answers, most=fault.most)
    done = where.worked_off if fault.piles_up else where.up_to_date
    caught_up = seconds_until(done, most=fault.most)
    caught_up = None if caught_up is None else caught_up + (answers or 0.0)
    failed = dict(ledger.reasons(since=began))
    times = f"answers after {_told(answers)}, caught up after {_told(caught_up)}"
    say(f"  {times}; failed: {failed or 'none'}")
    return Struck(fault.name, over - began, answers, caught_up, failed, "; ".join(where.said))


def _told(seconds: float | None) -> str:
    return "too long" if seconds is None else f"{seconds:.1f} s"
