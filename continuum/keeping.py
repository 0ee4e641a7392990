"""Holding on to Postgres and Valkey for as long as the server runs, and fetching them back should they go.

The guardian restarts a service that dies; here we notice when the guardian itself was killed.
"""

from __future__ import annotations

import logging
import threading
from types import TracebackType

from continuum.embedded.errors import EmbeddedError
from continuum.embedded.paths import Home
from continuum.embedded.progress import Progress
from continuum.embedded.supervisor import ensure

log = logging.getLogger("continuum.services")

LOOK_EVERY_SECONDS = 1.0


class KeptServices:
    """The embedded services of a home, from `with` to its end. Raises EmbeddedError when they cannot
    start.
    """

    def __init__(self, home: Home, *, progress: Progress) -> None:
        self._home, self._progress = home, progress
        self._ending = threading.Event()

    def __enter__(self) -> KeptServices:
        self._services = ensure(self._home, progress=self._progress)
        self._watch = threading.Thread(target=self._look_after, name="continuum-services", daemon=True)
        self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.set()
        self._watch.join()
        self._services.close()

    def _look_after(self) -> None:
        while not self._ending.wait(LOOK_EVERY_SECONDS):
            if not self._services.alive():
                log.warning("Postgres and Valkey lost their guardian; starting them again")
                self._start_again()

    def _start_again(self) -> None:
        try:
            self._services.close()
            self._services = ensure(self._home, progress=self._progress)
        except EmbeddedError as error:
            log.warning("they do not start, trying again: %s", error)
