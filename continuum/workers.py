"""The local profile's worker and beat: Celery as threads of the server, on the same broker as everywhere."""

from __future__ import annotations

import logging
import threading
from types import TracebackType

from celery.beat import EmbeddedService
from celery.worker import WorkController, state

from continuum.celery import app
from memories import outbox
from memories.engines.base import EngineError
from memories.engines.registry import embedder

log = logging.getLogger("continuum.workers")

STOP_SECONDS = 10


class LocalWorkers:
    """Runs from `with` to its end. The embedder is loaded beside them, so that the first recall need not
    wait.
    """

    def __enter__(self) -> LocalWorkers:
        state.should_stop = state.should_terminate = None
        self._beat = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
        self._beat.daemon = True
        self._threads = [
            threading.Thread(target=_work, name="continuum-worker", daemon=True),
            threading.Thread(target=_warm_up, name="continuum-warm-up", daemon=True),
        ]
        for thread in [*self._threads, self._beat]:
            thread.start()
        outbox.nudge(outbox.CLEAN_UP_TASK)  # for the nights on which nothing ran
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        state.should_stop = 0
        self._beat.stop()
        for thread in self._threads:
            thread.join(STOP_SECONDS)


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
