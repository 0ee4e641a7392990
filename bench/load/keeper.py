"""Starts again what died, a moment later, as `restart: unless-stopped` does in compose.yaml."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Set
from contextlib import contextmanager

from bench.load.background import Background
from tests.deployment.stack import Stack

PAUSE_SECONDS = 1.0


class Keeper(Background):
    """Looks after every process of the stack but those that are held, from `with` to its end. Postgres has a
    keeper of its own (continuum.embedded).
    """

    def __init__(self, stack: Stack) -> None:
        super().__init__("keeper", every=PAUSE_SECONDS)
        self._stack = stack
        self._held: Set[str] = frozenset()
        self._lock = threading.Lock()
        self.restarts = 0

    def once(self) -> None:
        with self._lock:
            self._look()

    def _look(self) -> None:
        for name, process in list(self._stack.processes.items()):
            if name not in self._held and process.poll() is not None:
                self._stack.again(name)
                self.restarts += 1

    @contextmanager
    def holding(self, *names: str) -> Iterator[None]:
        """Leave these alone while the block runs."""
        with self._lock:
            self._held = frozenset(names)
        try:
            yield
        finally:
            with self._lock:
                self._held = frozenset()
