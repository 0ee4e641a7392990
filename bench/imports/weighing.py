"""The most memory that this process takes while something runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

MEGABYTE = 1_000_000
SECONDS = 0.05


@dataclass(slots=True)
class Peak:
    """Megabytes: before it began, and at the most."""

    before: float = 0.0
    most: float = 0.0

    @property
    def growth(self) -> float:
        return self.most - self.before


@contextmanager
def peak() -> Iterator[Peak]:
    """Look twenty times a second."""
    process, over = psutil.Process(), threading.Event()
    found = Peak(before=process.memory_info().rss / MEGABYTE)
    found.most = found.before

    def look() -> None:
        while not over.wait(SECONDS):
            found.most = max(found.most, process.memory_info().rss / MEGABYTE)

    watching = threading.Thread(target=look, daemon=True)
    watching.start()
    try:
        yield found
    finally:
        over.set()
        watching.join()
