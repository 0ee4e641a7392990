"""The Valkey process: a broker of knocks. It keeps nothing: what must still happen is a row in Postgres."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Final

from continuum.embedded import limits
from continuum.embedded.account import ENVIRONMENT
from continuum.embedded.paths import Home
from continuum.embedded.service import ServiceSpec

NAME: Final = "valkey"


def prepare(home: Home, *, binary: Path) -> ServiceSpec:
    """A socket for this user alone, no TCP, no file, and a cap on memory that refuses rather than forgets."""
    options = {
        "port": "0",
        "unixsocket": home.valkey_socket.name,
        "unixsocketperm": "700",
        "save": "",
        "appendonly": "no",
        "maxmemory": limits.VALKEY_MEMORY,
        "maxmemory-policy": "noeviction",
        "hide-user-data-from-log": "yes",
        "loglevel": "warning",
        "proc-title-template": f"{{title}} {home.mark}",
    }
    return ServiceSpec(
        name=NAME,
        argv=[str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))],
        cwd=str(home.run),
        env=dict(ENVIRONMENT),
        log=str(home.log(NAME)),
        stop="SIGTERM",
        force="SIGKILL",
    )


def answers(home: Home) -> bool:
    """A real PING over the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(limits.ANSWER_LIMIT_S)
        try:
            connection.connect(os.fspath(home.valkey_socket))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        except (FileNotFoundError, ConnectionError, TimeoutError):
            return False
