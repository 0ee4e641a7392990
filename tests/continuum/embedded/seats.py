"""A temporary home with real servers, and what tests do to it and to those who hold on to it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from continuum.embedded import leftovers, progress, supervisor
from continuum.embedded.paths import ADMIN_ROLE, DATABASE, OWNER_ROLE, Home

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 20.0
HOLDER = """
import json, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background may ignore it
from dataclasses import asdict
from pathlib import Path
from continuum.embedded import supervisor
from continuum.embedded.paths import Home
home = Home(Path(sys.argv[1]))
services = supervisor.ensure(home, durability="test")
print(json.dumps({"started": services.started_here, **asdict(supervisor.status(home))}), flush=True)
sys.stdin.readline()
services.close()
"""


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def is_gone(pid: int | None) -> bool:
    """Ended; a zombie that nobody has fetched yet counts."""
    try:
        return pid is None or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


class Holder:
    """Another process that holds on to the services of a home."""

    def __init__(self, home: Home) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(home.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
        )
        self._said: dict[str, Any] = {}

    @property
    def said(self) -> dict[str, Any]:
        """What it saw once the services answered."""
        if not self._said:
            assert self.process.stdout is not None
            self._said = json.loads(self.process.stdout.readline())
        return self._said

    def die(self, number: signal.Signals = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE_S)

    def leave(self) -> None:
        self.process.communicate("\n", timeout=PATIENCE_S)


@dataclass
class Seat:
    """One home, with what tests do to it. Statements go to `database` unless they name another."""

    root: Path
    database: str = DATABASE
    holders: list[Holder] = field(default_factory=list)

    @property
    def home(self) -> Home:
        return Home(self.root)

    def hold(self) -> Holder:
        self.holders.append(Holder(self.home))
        return self.holders[-1]

    def running(self) -> AbstractContextManager[supervisor.Services]:
        """With less care for power cuts than in earnest: tests kill processes, not machines."""
        return supervisor.running(self.home, durability="test")

    def query(self, statement: str, *, user: str = OWNER_ROLE, database: str | None = None) -> list[Any]:
        """Rows as tuples; several statements are one transaction, each single one its own."""
        address = self.home.address(user=user, name=database or self.database)
        with psycopg.connect(address.url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def admin(self, statement: str, *, database: str = ADMIN_ROLE) -> list[Any]:
        return self.query(statement, user=ADMIN_ROLE, database=database)

    def status(self) -> supervisor.Status:
        found = supervisor.status(self.home)
        assert found is not None
        return found

    def clean(self) -> None:
        for holder in self.holders:
            if holder.process.poll() is None:
                holder.die()
            holder.process.communicate(timeout=PATIENCE_S)
        supervisor.stop(self.home)
        leftovers.clear(self.home, progress=progress.silent)
        shutil.rmtree(self.home.alias, ignore_errors=True)
        shutil.rmtree(self.root.parent, ignore_errors=True)
