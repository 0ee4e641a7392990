"""Start the services of a home, or join those that run. Who holds on last, ends them; how it dies does not
matter.

    with supervisor.running(Home.from_environment()) as services:
        ...

The first process starts a guardian (see `guardian`) and the others join it: of two starts at once one
starts, the other waits and joins. A process that ends, crashes or is killed lets go by itself; the last one
to go takes the services down, cleanly. `running` also waits until they are down.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from continuum.embedded import folders, launch, limits, postgres, valkey
from continuum.embedded.cluster import Durability
from continuum.embedded.errors import StartInterrupted, UnsupportedPlatform
from continuum.embedded.lifeline import Ended, Lifeline
from continuum.embedded.locks import try_lock
from continuum.embedded.paths import Home
from continuum.embedded.progress import Patience, Progress, silent


@dataclass(frozen=True)
class Status:
    """Process ids for showing, not for trusting; `holders` counts the processes that hold on."""

    ready: bool
    guardian: int
    postgres: int | None
    valkey: int | None
    holders: int


class Services:
    """One hold on the running services: keep it as long as you need them. `started_here`: we were first."""

    def __init__(self, home: Home, *, lifeline: Lifeline, started_here: bool) -> None:
        self.home = home
        self.started_here = started_here
        self._lifeline = lifeline
        self._ended = False

    def alive(self) -> bool:
        """False once the guardian has gone: it gave up, was told to stop, or was killed."""
        with suppress(Ended):
            while not self._ended and self._lifeline.hear(timeout=0) is not None:
                pass
            return not self._ended
        self._ended = True
        return False

    def close(self) -> None:
        """Let go. Returns when the services are down, at once where others still hold on."""
        if self._ended:
            self._lifeline.close()
            return
        self._lifeline.say("leave")
        try:
            launch.wait_for_end(self.home, self._lifeline, unless="kept")
        finally:
            self._ended = True
            self._lifeline.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@contextmanager
def running(
    home: Home, *, durability: Durability = "safe", progress: Progress = silent
) -> Iterator[Services]:
    with ensure(home, durability=durability, progress=progress) as services:
        yield services


def ensure(home: Home, *, durability: Durability = "safe", progress: Progress = silent) -> Services:
    """Postgres and Valkey answer when this returns, and stay while the result is kept and not closed.

    Raises EmbeddedError, whose text is meant for the person who started it.
    """
    if sys.platform == "win32":
        raise UnsupportedPlatform("Windows")
    folders.prepare(home)
    patience = Patience(
        "Waiting for another process that starts or stops the services",
        seconds=limits.ATTACH_LIMIT_S,
        log=home.log("guardian"),
        progress=progress,
    )
    tries = limits.START_TRIES
    while True:
        try:
            joined = _join(home, progress=progress)
            if services := joined or _start(home, durability=durability, progress=progress):
                return services
        except StartInterrupted:
            tries -= 1
            if tries == 0:
                raise
        patience.step()


def status(home: Home) -> Status | None:
    """None when nothing runs."""
    lifeline = Lifeline.connect(home)
    if lifeline is None:
        return None
    try:
        lifeline.say("status")
        state = lifeline.hear(timeout=limits.STATUS_LIMIT_S)
    except Ended:
        return None
    finally:
        lifeline.close()
    if state is None:
        return None
    pids = state["pids"]
    return Status(
        ready=state["ready"],
        guardian=state["guardian"],
        postgres=pids.get(postgres.NAME),
        valkey=pids.get(valkey.NAME),
        holders=state["holders"],
    )


def stop(home: Home) -> bool:
    """Take the services down, whoever holds on. Returns when they are down; False when nothing ran."""
    lifeline = Lifeline.connect(home)
    if lifeline is None:
        return False
    try:
        lifeline.say("stop")
        launch.wait_for_end(home, lifeline)
    finally:
        lifeline.close()
    return True


def _start(home: Home, *, durability: Durability, progress: Progress) -> Services | None:
    """None while another process holds the lock."""
    lock = try_lock(home.running_lock)
    if lock is None:
        return None
    try:
        folders.prepare(home)  # again: the guardian that let go of the lock took the short link with it
        lifeline = launch.launch(home, lock=lock, durability=durability, progress=progress)
    finally:
        os.close(lock)
    return Services(home, lifeline=lifeline, started_here=True)


def _join(home: Home, *, progress: Progress) -> Services | None:
    """None when no guardian runs, or it ended before its services answered: then it is our turn to start."""
    lifeline = Lifeline.connect(home)
    if lifeline is None:
        return None
    try:
        lifeline.say("hold")
        launch.wait_until_ready(home, lifeline, progress=progress)
    except Ended:
        lifeline.close()
        return None
    except BaseException:
        lifeline.close()
        raise
    return Services(home, lifeline=lifeline, started_here=False)
