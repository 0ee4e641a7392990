"""Something slow, made when first asked for and then kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from memories.engines.base import EngineError

Made = TypeVar("Made")

# A failed try can cost seconds: for so long its error is said again instead.
SECONDS_BEFORE_TRYING_AGAIN = 10.0


class Once(Generic[Made]):
    """Calls `make` in the first thread that asks, while the others wait for what it returns."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: Made | None = None
        self._failure: EngineError | None = None
        self._failed_at = 0.0

    def get(self) -> Made:
        """What `make` returned. Raises the EngineError that it raised, and tries again only after a while."""
        if self._made is not None:
            return self._made
        with self._lock:
            if self._made is None:
                self._raise_recent_failure()
                self._made = self._try()
            return self._made

    def _raise_recent_failure(self) -> None:
        if self._failure and time.monotonic() - self._failed_at < SECONDS_BEFORE_TRYING_AGAIN:
            raise type(self._failure)(self._failure.message)

    def _try(self) -> Made:
        try:
            return self._make()
        except EngineError as error:
            self._failure, self._failed_at = error, time.monotonic()
            raise
