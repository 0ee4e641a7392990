"""What the guardian asks of Linux: to hear of its death, and to be given the children of its dead children.

Elsewhere these do nothing. Standard library only; for a process with one thread.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36


def die_with(parent: int, number: int) -> None:
    """Called by a child before it executes: be sent this signal when the parent ends, however it ends."""
    _prctl(PR_SET_PDEATHSIG, number)
    if sys.platform == "linux" and os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Processes whose parent dies become this process's children, not those of the system's first process."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_orphans(*, known: set[int]) -> set[int]:
    """Send SIGQUIT to every child but those known: a busy backend does not see that its Postgres died."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            orphans = {int(pid) for pid in file.read().split()} - known
    except OSError:
        return set()
    for orphan in orphans:
        with contextlib.suppress(ProcessLookupError):
            os.kill(orphan, signal.SIGQUIT)
    return orphans


def still_running(orphans: set[int]) -> set[int]:
    """Fetches those that have ended, so that no zombie keeps its process id."""
    return {orphan for orphan in orphans if not _ended(orphan)}


def _ended(orphan: int) -> bool:
    try:
        return os.waitpid(orphan, os.WNOHANG)[0] == orphan
    except ChildProcessError:
        return True


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
