"""Telling whoever waits why: a start may take a second, a recovery minutes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from continuum.embedded import limits
from continuum.embedded.errors import WaitedTooLong

Progress = Callable[[str], None]


def silent(_sentence: str) -> None:
    """For callers without anybody to tell."""


class Patience:
    """A wait with a limit, in short steps, that says every few seconds what it waits for."""

    def __init__(self, what: str, *, seconds: float, log: Path, progress: Progress) -> None:
        self._what, self._seconds, self._log, self._progress = what, seconds, log, progress
        self._started = self._told = time.monotonic()

    def step(self, pause: float = limits.POLL_S) -> None:
        """Sleep a little. Raises WaitedTooLong."""
        now = time.monotonic()
        if now - self._started > self._seconds:
            raise WaitedTooLong(self._what, seconds=self._seconds, log=self._log)
        if now - self._told > limits.PROGRESS_EVERY_S:
            self._told = now
            self._progress(f"{self._what}: {now - self._started:.0f} seconds so far")
        time.sleep(pause)
