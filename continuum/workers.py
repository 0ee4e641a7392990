"""Worker and beat, Celery as threads of this process: beside the server at home, alone elsewhere."""

from __future__ import annotations

import logging
import threading
import time
from types import TracebackType

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from continuum.celery import app
from memories import outbox
from memories.engines.base import EngineError
from memories.engines.registry import embedder
from memories.pipeline.work import HALT

log = logging.getLogger("continuum.workers")

STOP_SECONDS = 10.0
"""For all threads together. They are daemons: what has not ended by then goes with the process."""


class Workers:
    """Runs from `with` to its end: a worker, a beat, or both. The embedder is loaded beside the worker, so
    that the first recall need not wait. Several beats do no harm: what they ask for is claimed row by row.
    """

    def __init__(self, *, worker: bool = True, beat: bool = True) -> None:
        self._threads: list[threading.Thread] = []
        self._beat: EmbeddedService | None = None
        if worker:
            self._threads = [
                threading.Thread(target=_work, name="continuum-worker", daemon=True),
                threading.Thread(target=_warm_up, name="continuum-warm-up", daemon=True),
            ]
        if beat:
            self._beat = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
            self._beat.daemon = True

    def __enter__(self) -> Workers:
        HALT.clear()
        state.should_stop = state.should_terminate = None
        for thread in [*self._threads, *([self._beat] if self._beat else [])]:
            thread.start()
        outbox.nudge(outbox.CLEAN_UP_TASK)  # for the nights on which nothing ran
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        HALT.set()
        state.should_stop = 0
        if self._beat:
            self._beat.service.stop()  # its own `stop` waits as long as the broker is away
        self._wait()
        HALT.clear()

    def _wait(self) -> None:
        end = time.monotonic() + STOP_SECONDS
        for thread in [*self._threads, *([self._beat] if self._beat else [])]:
            thread.join(max(0.0, end - time.monotonic()))


def _work() -> None:
    """The bare controller: the command's banner and its warning about root are for terminals."""
    WorkController(
        app=app,
        pool_cls="threads",
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


def _warm_up() -> None:
    try:
        embedder().embed(["ready"])
    except EngineError as error:
        log.warning("memories are found by their words only: %s", error)
