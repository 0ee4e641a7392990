"""One HTTP server per home: the claim to be it, and who holds the claim."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from continuum.embedded import folders, limits
from continuum.embedded.errors import AlreadyRunning
from continuum.embedded.locks import try_lock
from continuum.embedded.paths import Home


@dataclass(frozen=True)
class ServerInfo:
    pid: int
    url: str


@contextmanager
def serving(home: Home, *, url: str) -> Iterator[ServerInfo]:
    """Be the one server of this home. Raises AlreadyRunning, with pid and url, while another process is."""
    folders.prepare(home)
    lock = _claim(home)
    try:
        info = ServerInfo(pid=os.getpid(), url=url)
        folders.write_whole(home.server_file, json.dumps(asdict(info)))
        yield info
    finally:
        home.server_file.unlink(missing_ok=True)
        os.close(lock)


def find_server(home: Home) -> ServerInfo | None:
    """The server that holds the claim now. A file left by a dead one counts for nothing: the lock does."""
    info = _read(home)
    if info is None:
        return None
    lock = try_lock(home.server_lock)
    if lock is None:
        return info
    os.close(lock)
    return None


def _claim(home: Home) -> int:
    deadline = time.monotonic() + limits.SERVER_CLAIM_LIMIT_S
    while (lock := try_lock(home.server_lock)) is None:
        if time.monotonic() > deadline:
            info = _read(home)
            raise AlreadyRunning(pid=info.pid if info else None, url=info.url if info else None)
        time.sleep(limits.POLL_S)
    return lock


def _read(home: Home) -> ServerInfo | None:
    try:
        return ServerInfo(**json.loads(home.server_file.read_text()))
    except (FileNotFoundError, ValueError, TypeError):
        return None
