"""The one server of this machine: where it listens, and how it is started when it does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from mcp_gateway.limits import CONNECT_SECONDS, SERVER_POLL_SECONDS, SERVER_READY_SECONDS
from mcp_gateway.stdio.endpoint import OK, Unreachable, open_connection

PATH = "/mcp"
READY_PATH = "/health/ready"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class NotStarted(Exception):
    """The server does not run and cannot be started; the message is for the person at the client."""


@dataclass
class LocalServer:
    """`server_file` is where a running server says its address; `fallback` is where the settings put it.

    `command` starts it; it goes on without us, and what it says goes to `log`.
    """

    server_file: Path
    fallback: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    say: Callable[[str], None]
    _starting: threading.Lock = field(default_factory=threading.Lock, init=False)

    @property
    def url(self) -> str:
        """The MCP endpoint: of the server that runs, else where one would listen."""
        return (self._announced() or self.fallback) + PATH

    def _announced(self) -> str:
        try:
            origin = str(json.loads(self.server_file.read_text())["url"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return ""
        return origin if urlsplit(origin).hostname in LOOPBACK else ""

    def ensure(self) -> None:
        """Return when the server answers. Who asks while it is being started waits. Raises NotStarted."""
        with self._starting:
            if not self._is_ready():
                self.say("Starting Continuum ...")
                self._start()
                self.say(f"Continuum answers at {self.url}")

    def _start(self) -> None:
        self.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _private(self.log) as log:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                start_new_session=True,  # it serves every client of this machine: no client takes it down
            )
        threading.Thread(target=process.wait, daemon=True).start()  # when it ends no zombie stays
        deadline = time.monotonic() + SERVER_READY_SECONDS
        while not self._is_ready():
            if process.poll():  # 0 means that another one was faster: that one will answer
                raise NotStarted(f"Continuum could not be started: {self._last_words()}")
            if time.monotonic() > deadline:
                raise NotStarted(
                    f"Continuum did not answer within {SERVER_READY_SECONDS:.0f} seconds. Its log: {self.log}"
                )
            time.sleep(SERVER_POLL_SECONDS)

    def _is_ready(self) -> bool:
        try:
            connection = open_connection(self.url, seconds=CONNECT_SECONDS)
        except Unreachable:
            return False
        try:
            connection.request("GET", READY_PATH)
            return connection.getresponse().status == OK
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _last_words(self) -> str:
        spoken = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        return spoken[-1].strip() if spoken else f"it said nothing. Its log: {self.log}"


def _private(path: Path) -> IO[bytes]:
    """A log that its owner alone can read, emptied."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return os.fdopen(descriptor, "wb")


def start_command() -> list[str]:
    """How this installation starts its server, from a checkout as from a wheel."""
    return [sys.executable, "-m", "django", "up", "--quiet"]
