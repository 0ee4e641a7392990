"""What goes on beside the agents, every so many seconds, from a block's beginning to its end."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self


class Background(threading.Thread):
    """Does `once` again and again, a pause before each time."""

    def __init__(self, name: str, *, every: float) -> None:
        super().__init__(name=name, daemon=True)
        self._every = every
        self._ended = threading.Event()

    def once(self) -> None:
        raise NotImplementedError

    def run(self) -> None:
        while not self._ended.wait(self._every):
            self.once()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self.join()
