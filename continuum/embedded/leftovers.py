"""What a dead guardian may have left: processes on their way out, orphans, a stale postmaster.pid.

Only the holder of the home's lock looks, so whatever carries the home's mark now has no guardian any more.
A process id alone is never believed: ours are known by program name and by the mark in their command line,
which every user may read (their working directory, in a container, not even root may).
"""

from __future__ import annotations

import contextlib
import signal
import time
from pathlib import Path

import psutil

from continuum.embedded import limits
from continuum.embedded.errors import NoPermission, RivalPostgres, WaitedTooLong
from continuum.embedded.paths import POSTGRES_PORT, Home
from continuum.embedded.progress import Progress

_POSTGRES = "postgres"
_VALKEY = "valkey-server"


def clear(home: Home, *, progress: Progress) -> None:
    """Returns once no process of this home runs and nothing stands in the way of a new Postgres.

    Raises RivalPostgres for a Postgres that somebody else started on this data, NoPermission for processes
    that this user may not end.
    """
    if not home.control_socket.exists() and not (home.postgres / "postmaster.pid").exists():
        return
    _end_orphans(home, progress=progress)
    _drop_stale_pid_file(home)


def _end_orphans(home: Home, *, progress: Progress) -> None:
    deadline = time.monotonic() + limits.LEFTOVER_LIMIT_S
    told: set[int] = set()
    while orphans := _marked(home):
        if not told:
            progress("Waiting for the processes of an earlier run to end")
        forced = time.monotonic() > deadline
        if time.monotonic() > deadline + limits.FORCE_LIMIT_S:
            raise WaitedTooLong(
                "Ending the processes of an earlier run",
                seconds=limits.LEFTOVER_LIMIT_S,
                log=home.log("postgres"),
            )
        for orphan in orphans:
            if forced or orphan.pid not in told:
                _end(orphan, home=home, number=signal.SIGKILL if forced else _gentle(orphan, orphans))
                told.add(orphan.pid)
        time.sleep(limits.POLL_S)


def _marked(home: Home) -> list[psutil.Process]:
    """Zombies have no command line, so they do not count as alive."""
    return [
        process
        for process in psutil.process_iter(["name", "cmdline"])
        if process.info["name"] in {_POSTGRES, _VALKEY}
        and home.mark in " ".join(process.info["cmdline"] or ())
    ]


def _is_postmaster(process: psutil.Process) -> bool:
    """Its children carry titles such as `postgres: continuum-...: checkpointer`."""
    return process.info["name"] == _POSTGRES and not process.info["cmdline"][0].startswith("postgres:")


def _gentle(orphan: psutil.Process, orphans: list[psutil.Process]) -> signal.Signals:
    """Fast shutdown for a postmaster; a child that has lost its own must give up; Valkey keeps nothing."""
    if orphan.info["name"] == _VALKEY:
        return signal.SIGTERM
    if _is_postmaster(orphan):
        return signal.SIGINT
    return signal.SIGCONT if any(map(_is_postmaster, orphans)) else signal.SIGQUIT


def _end(orphan: psutil.Process, *, home: Home, number: signal.Signals) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        try:
            orphan.send_signal(number)
        except psutil.AccessDenied:
            raise NoPermission(
                f"process {orphan.pid}",
                way_out=f"It still serves {home.root}: end it as the user who started it.",
            ) from None


def _drop_stale_pid_file(home: Home) -> None:
    """And the lock of its socket, which holds the same id.

    Postgres itself takes any process of its user for a rival, also a zombie, or one that reuses the id.
    """
    pid_file = home.postgres / "postmaster.pid"
    socket = home.postgres / f".s.PGSQL.{POSTGRES_PORT}"
    with contextlib.suppress(FileNotFoundError, ValueError, IndexError):
        pid = int(pid_file.read_text().splitlines()[0])
        if _serves(pid, home.postgres):
            raise RivalPostgres(home.postgres, pid=pid)
    for stale in (pid_file, socket.with_name(f"{socket.name}.lock"), socket):
        stale.unlink(missing_ok=True)


def _serves(pid: int, data: Path) -> bool:
    try:
        process = psutil.Process(pid)
        if process.name() != _POSTGRES or process.status() == psutil.STATUS_ZOMBIE:
            return False
        return Path(process.cwd()) == data
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True
