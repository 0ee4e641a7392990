"""Locks on files. The kernel drops them with their holder, however it dies, so no process id is trusted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from continuum.embedded.errors import NoPermission, UnsupportedPlatform

if sys.platform != "win32":
    import fcntl


def try_lock(path: Path) -> int | None:
    """An open descriptor that holds the lock exclusively, or None while somebody else holds it.

    The lock belongs to the descriptor: a child that inherits it goes on holding it after this process
    closes its own.
    """
    if sys.platform == "win32":
        raise UnsupportedPlatform("Windows")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except PermissionError:
        raise NoPermission(path) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
