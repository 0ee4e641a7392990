"""How long from the command until it is ready: on a home that is not there yet, and on one that is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.server import server


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds of every start that was measured."""

    first: list[float]
    later: list[float]

    @property
    def typical_first(self) -> float:
        return median(self.first)

    @property
    def typical_later(self) -> float:
        return median(self.later)


def measure(folder: Path, *, times: int) -> Starts:
    """In fresh homes under the folder; each is started for the first time and once more."""
    first: list[float] = []
    later: list[float] = []
    for place in range(times):
        home = folder / f"start-{place}"
        for seconds in (first, later):
            with server(home) as running:
                seconds.append(running.ready_after)
    return Starts(first, later)
