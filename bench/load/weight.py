"""What each process weighs while agents work, and whether that stays so.

Weight is PSS: a page that n processes share weighs 1/n in each. Memory that several processes share as such,
as Postgres' buffers are, is weighed apart: it fills with the store up to the size that it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, linear_regression

import psutil

from bench.load.background import Background

KILOBYTES = 1024  # of a megabyte
FLAT_SHARE, FLAT_MEGABYTES = 0.05, 5.0  # growth in the judged time that still counts as none
WARM_UP_SHARE = 1 / 3  # of the samples: caches fill, the allocator finds its size
FEWEST = 6  # samples that can be judged

Pids = Callable[[], Mapping[str, int]]


@dataclass
class Weight:
    """Megabytes of one process (with what it started), by the second in which it was weighed."""

    samples: list[tuple[float, float]] = field(default_factory=list)

    @property
    def judged(self) -> Sequence[tuple[float, float]]:
        return self.samples[int(len(self.samples) * WARM_UP_SHARE) :]

    @property
    def per_minute(self) -> float:
        """Megabytes that it grows in a minute, by the least squares of what is judged."""
        if len(self.judged) < FEWEST:
            return 0.0
        seconds, megabytes = zip(*self.judged, strict=True)
        return linear_regression(seconds, megabytes).slope * 60

    @property
    def grown(self) -> float:
        """Megabytes by which that line rose in the judged time."""
        return self.per_minute * (self.judged[-1][0] - self.judged[0][0]) / 60 if self.judged else 0.0

    @property
    def flat(self) -> bool | None:
        """None where there are too few samples to tell."""
        if len(self.judged) < FEWEST:
            return None
        return self.grown <= max(FLAT_MEGABYTES, FLAT_SHARE * fmean(size for _, size in self.judged))


class Scales(Background):
    """Weighs every process every so many seconds, from `with` to its end."""

    def __init__(self, pids: Pids, *, now: Callable[[], float], every: float) -> None:
        super().__init__("scales", every=every)
        self.weights: dict[str, Weight] = {}
        self._pids, self._now = pids, now

    def once(self) -> None:
        for name, pid in self._pids().items():
            own, shared = family_megabytes(pid)
            for what, size in ((name, own), (f"{name}, shared memory", shared)):
                if size:
                    self.weights.setdefault(what, Weight()).samples.append((self._now(), size))


def family_megabytes(pid: int) -> tuple[float, float]:
    """PSS of a process and all that it started, without and of memory shared as such; 0 when it is gone."""
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0.0, 0.0
    parts = [_proportional(member.pid) for member in family]
    return sum(own for own, _ in parts) / KILOBYTES, sum(shared for _, shared in parts) / KILOBYTES


def _proportional(pid: int) -> tuple[int, int]:
    """Kilobytes, as Linux adds them up."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    except (FileNotFoundError, ProcessLookupError):
        return 0, 0
    found = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return found["Pss_Anon"] + found["Pss_File"], found["Pss_Shmem"]
