"""One child of the guardian: how to start it, end it, and when to try again. Standard library only."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from continuum.embedded import kernel_calls, limits


@dataclass(frozen=True)
class ServiceSpec:
    """`uid` and `gid`: whom to become, None to stay.

    Names of signals: `stop` ends it cleanly and is also what Linux sends when the guardian is killed; `force`
    ends it without delay.

    """

    name: str
    argv: list[str]
    cwd: str
    env: dict[str, str]
    log: str
    stop: str
    force: str
    uid: int | None = None
    gid: int | None = None


def say(text: str) -> None:
    """To the guardian's log; a full disk must not end the guardian."""
    with contextlib.suppress(OSError):
        os.write(2, f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} {text}\n".encode())


class Service:
    """One child process, and when to start it again should it die by itself."""

    def __init__(self, spec: ServiceSpec) -> None:
        self.spec = spec
        self.process: subprocess.Popen[bytes] | None = None
        self.tries = 0
        self.started = 0.0
        self.due: float | None = None

    def start(self) -> None:
        """Raises OSError when the binary cannot be executed or the log not be opened."""
        log = os.open(self.spec.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            self.process = subprocess.Popen(
                self.spec.argv,
                cwd=self.spec.cwd,
                env=self.spec.env,
                user=self.spec.uid,
                group=self.spec.gid,
                extra_groups=None if self.spec.uid is None else [],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=self.die_with_parent(),  # noqa: PLW1509 - the guardian has one thread
            )
        finally:
            os.close(log)
        self.started, self.due = time.monotonic(), None
        say(f"{self.spec.name} started as process {self.process.pid}")

    def die_with_parent(self) -> Callable[[], None]:
        """Runs in the child after it changed its user (which would clear the setting), before it executes."""
        return partial(kernel_calls.die_with, os.getpid(), signal.Signals[self.spec.stop])

    def died(self) -> int | None:
        """The exit code of a process that has just ended, else None."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        self.process = None
        return code

    def plan_restart(self) -> bool:
        """False when it has died too often in a row."""
        if time.monotonic() - self.started > limits.RESTART_FORGIVEN_AFTER_S:
            self.tries = 0
        pause = min(limits.RESTART_FIRST_PAUSE_S * 2**self.tries, limits.RESTART_LONGEST_PAUSE_S)
        self.tries += 1
        self.due = time.monotonic() + pause
        return self.tries <= limits.RESTART_TRIES

    def tell(self, signal_name: str) -> None:
        if self.process is not None:
            say(f"{self.spec.name}: sending {signal_name}")
            self.process.send_signal(signal.Signals[signal_name])

    def wait(self, deadline: float) -> None:
        if self.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=max(0.0, deadline - time.monotonic()))
                self.process = None
