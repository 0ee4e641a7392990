"""What a model makes in time or not at all: a slow one must not hold up an answer that can do without it."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Final

from memories.engines.base import Embedder, EngineError, Vectors

log = logging.getLogger("continuum.engines")

WORKERS: Final = 2
# Waiting texts would be late anyway behind so many; the next caller is told so at once.
MOST_WAITING: Final = 16

DEADLINE: Final = "deadline"
UNAVAILABLE: Final = "unavailable"
BUSY: Final = "busy"


@dataclass(frozen=True)
class Timed:
    """Either `vectors` (of a reranker: its scores) and no reason, or None and the reason: deadline,
    unavailable or busy.

    `detail` is the engine's own sentence when it was unavailable; it holds no text that was to be embedded.
    """

    vectors: Vectors | None
    reason: str = ""
    detail: str = ""


def embed_within(embedder: Embedder, texts: Sequence[str], *, seconds: float) -> Timed:
    """`embedder.embed(texts)` if that takes at most so many seconds. Never blocks longer.

    A call once begun cannot be stopped: it ends on its own thread and its vectors are dropped. While every
    thread is held by such a call, or too many callers wait, the answer is "busy" at once. What is wrong
    with the code rather than with the engine is raised here.
    """
    return _pool.embed(embedder, texts, seconds)


def begin(embedder: Embedder, texts: Sequence[str], *, seconds: float) -> Callable[[], Timed]:
    """The same, for callers with something else to do meanwhile: what it returns waits for the answer, at
    most until so many seconds from now.
    """
    return _pool.begin(partial(embedder.embed, texts), seconds)


class _State(Enum):
    WAITING = auto()
    RUNNING = auto()
    DONE = auto()
    GIVEN_UP = auto()


class _Call:
    """One call of a model on its way through the pool."""

    def __init__(self, make: Callable[[], Vectors]) -> None:
        self.make = make
        self.state = _State.WAITING
        self.ended = threading.Event()
        self.outcome: Vectors | Exception | None = None

    def run(self) -> None:
        try:
            self.outcome = self.make()
        except Exception as error:  # raised again in the caller's thread
            self.outcome = error

    def answer(self) -> Timed:
        if isinstance(self.outcome, EngineError):
            return Timed(None, UNAVAILABLE, self.outcome.message)
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return Timed(self.outcome)


class Pool:
    """A few daemon threads, started when first needed; they never keep the process from ending."""

    def __init__(
        self, *, workers: int = WORKERS, most_waiting: int = MOST_WAITING, what: str = "embedding"
    ) -> None:
        self._workers, self._what = workers, what
        self._queue: queue.Queue[_Call] = queue.Queue(most_waiting)
        self._lock = threading.Lock()
        self._started = 0
        self._held = 0  # threads whose caller has given up on them

    def embed(self, embedder: Embedder, texts: Sequence[str], seconds: float) -> Timed:
        return self.begin(partial(embedder.embed, texts), seconds)()

    def begin(self, make: Callable[[], Vectors], seconds: float) -> Callable[[], Timed]:
        until = time.monotonic() + seconds
        call = _Call(make)
        if not self._accepted(call):
            return partial(Timed, None, BUSY)
        return partial(self._answer, call, until)

    def _answer(self, call: _Call, until: float) -> Timed:
        if not call.ended.wait(max(0.0, until - time.monotonic())) and self._give_up(call):
            return Timed(None, DEADLINE)
        return call.answer()

    def _accepted(self, call: _Call) -> bool:
        with self._lock:
            if self._held >= self._workers:
                return False
            try:
                self._queue.put_nowait(call)
            except queue.Full:
                return False
            if self._started < self._workers:
                self._started += 1
                threading.Thread(target=self._work, name=f"{self._what}-{self._started}", daemon=True).start()
            return True

    def _give_up(self, call: _Call) -> bool:
        """False if the call ended after all, between the deadline and now."""
        with self._lock:
            if call.state is _State.DONE:
                return False
            self._held += call.state is _State.RUNNING
            call.state = _State.GIVEN_UP
            return True

    def _work(self) -> None:
        while True:
            call = self._queue.get()
            if self._begun(call):
                call.run()
                self._finish(call)
                call.ended.set()
            del call  # it holds texts and what was made, and the next one may be hours away

    def _begun(self, call: _Call) -> bool:
        """A call nobody waits for any more is not begun."""
        with self._lock:
            if call.state is _State.GIVEN_UP:
                return False
            call.state = _State.RUNNING
            return True

    def _finish(self, call: _Call) -> None:
        with self._lock:
            late = call.state is _State.GIVEN_UP
            self._held -= late
            call.state = _State.DONE
        if late and isinstance(call.outcome, Exception):
            log.warning("%s failed after its deadline: %s", self._what, type(call.outcome).__name__)


_pool = Pool()
