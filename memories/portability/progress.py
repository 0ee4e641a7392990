"""How far a long piece of work has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

EVERY = 500  # rows between two tellings


@dataclass(frozen=True, slots=True)
class Progress:
    """`total` is 0 where it is not known beforehand."""

    stage: str
    done: int
    total: int


Telling = Callable[[Progress], None]


class Pace:
    """Tells now and then, not for every row."""

    def __init__(self, telling: Telling | None, stage: str, total: int) -> None:
        self._telling, self._stage, self._total, self._done = telling, stage, total, 0

    def step(self, rows: int = 1) -> None:
        before, self._done = self._done, self._done + rows
        if self._telling is not None and before // EVERY != self._done // EVERY:
            self._telling(Progress(self._stage, self._done, self._total))

    def finish(self) -> None:
        if self._telling is not None:
            self._telling(Progress(self._stage, self._done, max(self._total, self._done)))
