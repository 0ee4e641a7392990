"""Connections that verb threads hold on to between two calls.

Taking one out of the pool and giving it back costs more than most verbs: it is tried, and wiped by another
thread. A thread that is called again at once goes on with the one it has; one that has nothing to do for a
moment gives it back, so that nobody waits for connections which nobody uses, and a database that went away
meanwhile is noticed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import connections
from psycopg.pq import TransactionStatus

from mcp_gateway.limits import HELD_AT_MOST_SECONDS, HELD_IDLE_SECONDS

Result = TypeVar("Result")


class Seat:
    """One thread's place at the database. Whoever has the lock uses its connection or gives it back."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._wrapper: Any = connections["default"]
        self._wrapper.inc_thread_sharing()  # another thread gives back what is idle
        self._taken = self._used = time.monotonic()

    def run(self, work: Callable[[], Result]) -> Result:
        """Work with the connection, and keep it if it is as it was: after an error it goes back."""
        with self.lock:
            self.give_back(if_idle_for=HELD_IDLE_SECONDS)
            if not self.is_held:
                self._taken = time.monotonic()
            try:
                result = work()
            except BaseException:
                self.give_back()
                raise
            self._used = time.monotonic()
            if not self._is_quiet() or self._used - self._taken > HELD_AT_MOST_SECONDS:
                self.give_back()
            return result

    @property
    def is_held(self) -> bool:
        return self._wrapper.connection is not None

    def give_back(self, *, if_idle_for: float = 0.0) -> None:
        if self.is_held and time.monotonic() - self._used >= if_idle_for:
            self._wrapper.close()

    def _is_quiet(self) -> bool:
        """Whether nothing is left open on it: no transaction, above all."""
        raw = self._wrapper.connection
        return raw is None or raw.info.transaction_status == TransactionStatus.IDLE


_HERE = threading.local()
_SEATS: list[Seat] = []  # one for each thread of the pool, which never ends


def seated(work: Callable[[], Result]) -> Result:
    """Run work that may use the database on this thread's connection."""
    seat: Seat | None = getattr(_HERE, "seat", None)
    if seat is None:
        seat = _HERE.seat = Seat()
        _SEATS.append(seat)
    return seat.run(work)


def anything_held() -> bool:
    return any(seat.is_held for seat in _SEATS)


def give_back_idle() -> None:
    """Give back what was not used for HELD_IDLE_SECONDS. Waits for nobody."""
    for seat in _SEATS:
        if seat.lock.acquire(blocking=False):
            try:
                seat.give_back(if_idle_for=HELD_IDLE_SECONDS)
            finally:
                seat.lock.release()
