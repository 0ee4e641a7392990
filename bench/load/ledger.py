"""What agents asked for and what they were told: the other side of the books of the database."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

RECALL, REMEMBER, HOOK = "recall", "remember", "hook"
KINDS = (RECALL, REMEMBER, HOOK)


@dataclass(frozen=True, slots=True)
class Answered:
    """One good answer: when (seconds after the start), and how long it took from when it was due."""

    at: float
    kind: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Refused:
    """One request that failed, and as what."""

    at: float
    kind: str
    why: str


@dataclass
class Ledger:
    """Filled by many threads. `written` has every mark that a write was asked for under, and whether it was
    acknowledged.
    """

    began: float = field(default_factory=time.monotonic)
    answered: list[Answered] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    written: dict[str, bool] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def now(self) -> float:
        return time.monotonic() - self.began

    def intend(self, mark: str) -> None:
        with self._lock:
            self.written[mark] = False

    def acknowledge(self, mark: str) -> None:
        with self._lock:
            self.written[mark] = True

    def answer(self, kind: str, *, seconds: float) -> None:
        with self._lock:
            self.answered.append(Answered(self.now, kind, seconds))

    def refuse(self, kind: str, *, why: str) -> None:
        with self._lock:
            self.refused.append(Refused(self.now, kind, why))

    def seconds_of(self, kind: str, *, after: float = 0.0) -> list[float]:
        with self._lock:
            return [one.seconds for one in self.answered if one.kind == kind and one.at >= after]

    def reasons(self, *, since: float = 0.0, until: float = float("inf")) -> Counter[str]:
        """How many requests failed, by reason."""
        with self._lock:
            return Counter(one.why for one in self.refused if since <= one.at < until)

    @property
    def acknowledged(self) -> list[str]:
        with self._lock:
            return [mark for mark, told in self.written.items() if told]


def percentile(seconds: Sequence[float], share: float) -> float:
    """The smallest measured value that at least `share` percent do not exceed; 0 without any."""
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return ordered[max(0, -(-len(ordered) * int(share) // 100) - 1)]


def by_second(times: Sequence[float]) -> dict[int, int]:
    """How many fell into each whole second."""
    counted: dict[int, int] = defaultdict(int)
    for at in times:
        counted[int(at)] += 1
    return counted
