"""The most memory that this process and all it has started take while something is done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil

EVERY_SECONDS = 0.1


@dataclass
class Peak:
    """`size` in bytes; what processes share is counted for none of them where the system tells it."""

    size: int = 0
    processes: int = 0


def weighed() -> tuple[int, int]:
    """Bytes and processes now."""
    sizes = []
    me = psutil.Process()
    for each in (me, *me.children(recursive=True)):
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            told = each.memory_info()
            sizes.append(told.rss - getattr(told, "shared", 0))
    return sum(sizes), len(sizes)


@contextmanager
def weighing() -> Iterator[Peak]:
    peak, over = Peak(), threading.Event()

    def watch() -> None:
        while not over.wait(EVERY_SECONDS):
            size, processes = weighed()
            peak.size, peak.processes = max(peak.size, size), max(peak.processes, processes)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()
