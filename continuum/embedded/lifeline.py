"""One process's hold on the services: a connection to the guardian, which stays for as long as any exists."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from continuum.embedded import limits
from continuum.embedded.errors import NoPermission, StartFailed
from continuum.embedded.paths import Home
from continuum.embedded.service import ServiceSpec

_RECEIVE_BYTES: Final = 4096
_PACKAGE_ROOT: Final = str(Path(__file__).parents[2])
# The guardian needs no site-packages: skipping them halves its memory. Its plan comes by stdin, so that a
# list of processes shows the home instead.
BOOT: Final = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from continuum.embedded.guardian import main; main(sys.stdin.read())"
)


class Ended(Exception):
    """The guardian has closed the connection: it has stopped the services, or died."""


class Lifeline:
    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._unread = b""

    @classmethod
    def connect(cls, home: Home) -> Lifeline | None:
        """None when no guardian listens. Raises NoPermission for another user's."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(str(home.control_socket))
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            return None
        except PermissionError:
            connection.close()
            raise NoPermission(home.control_socket) from None
        except BaseException:
            connection.close()
            raise
        return cls(connection)

    def say(self, order: str) -> None:
        """hold | ready | leave | status | stop. A guardian that has gone shows in the next `hear`."""
        try:
            self._connection.sendall(json.dumps({"do": order}).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            return

    def hear(self, *, timeout: float) -> dict[str, Any] | None:
        """The next message, or None when `timeout` seconds pass. Raises Ended."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self._unread:
            self._connection.settimeout(max(0.0, deadline - time.monotonic()))
            try:
                received = self._connection.recv(_RECEIVE_BYTES)
            except (TimeoutError, BlockingIOError):
                return None
            except ConnectionResetError:
                received = b""
            if not received:
                raise Ended
            self._unread += received
        line, self._unread = self._unread.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def close(self) -> None:
        """Lets go at once; the guardian notices by itself."""
        self._connection.close()


def start_guardian(home: Home, *, lock: int, services: Sequence[ServiceSpec]) -> Lifeline:
    """Start a guardian that inherits the lock, and hold on to it from its first moment."""
    ours, theirs = socket.socketpair()
    with theirs:
        plan = {
            "run": str(home.run),
            "control": home.control_socket.name,
            "alias": str(home.alias) if home.needs_alias else None,
            "starter_fd": theirs.fileno(),
            "services": [asdict(service) for service in services],
        }
        try:
            _boot(home, json.dumps(plan), descriptors=(lock, theirs.fileno()))
        except BaseException:
            ours.close()
            raise
    return Lifeline(ours)


def _boot(home: Home, plan: str, *, descriptors: tuple[int, ...]) -> None:
    command = [sys.executable, "-I", "-S", "-c", BOOT, _PACKAGE_ROOT, str(home.root)]
    with home.log("guardian").open("ab") as log:
        code = subprocess.run(
            command,
            pass_fds=descriptors,
            start_new_session=True,
            input=plan.encode(),
            stdout=log,
            stderr=log,
            timeout=limits.ANSWER_LIMIT_S,
            check=False,
        ).returncode
    if code != 0:
        raise StartFailed("The guardian", reason=f"exit code {code}", log=home.log("guardian"))
