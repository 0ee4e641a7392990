"""Where faults strike: the deployment, those who look after it, and whether it is well."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from bench.load.books import due_jobs, owner
from bench.load.keeper import Keeper
from bench.load.wire import Failed, Line
from continuum.embedded import supervisor
from continuum.embedded.paths import OWNER_ROLE
from tests.deployment.stack import Stack

PROBE_SECONDS = 10.0
POLL_SECONDS = 0.2
FEW_JOBS = 100
IN_A_ROW = 3  # good answers that make it well again
LATE_JOB_SECONDS = 15.0  # a job that was due so long ago is late: the sweep comes every ten
_LATE = """
    SELECT count(*) FROM memories_job
    WHERE state = 'waiting' AND run_after < now() - make_interval(secs => %s)
      AND (leased_until IS NULL OR leased_until < now())"""


@dataclass
class Field:
    """`folder` is on the data volume, `said` what a fault has to tell about how it was made."""

    stack: Stack
    keeper: Keeper
    bearer: str
    said: list[str] = field(default_factory=list)
    probes: int = 0

    @property
    def address(self) -> str:
        """Of the database, as the owner of its tables."""
        return f"{self.stack.home.address(user=OWNER_ROLE).url}&connect_timeout=3"

    @property
    def postgres(self) -> int:
        """The process id of the postmaster. Raises RuntimeError while it is away."""
        status = supervisor.status(self.stack.home)
        if status is None or status.postgres is None:
            raise RuntimeError("Postgres is away.")
        return status.postgres

    def pids(self) -> dict[str, int]:
        """Every process by its name, Postgres too."""
        found = {name: process.pid for name, process in self.stack.processes.items()}
        with suppress(RuntimeError):
            found["postgres"] = self.postgres
        return found

    def answers(self) -> bool:
        """Whether every web process is ready and a write goes through the proxy."""
        return all(map(self.stack.ready, self.stack.webs)) and self._writes()

    def _writes(self) -> bool:
        self.probes += 1
        line = Line(self.stack.url, bearer=self.bearer, trusted=self.stack.trusted, seconds=PROBE_SECONDS)
        try:
            content = f"Probe number {self.probes} was written by the watch at {time.time():.0f}."
            line.call("memory_remember", {"name": "probe", "content": content})
        except Failed:
            return False
        finally:
            line.close()
        return True

    def up_to_date(self) -> bool:
        """Whether no job that anyone could take is late."""
        try:
            with owner(self.address) as connection:
                row = connection.execute(_LATE, [LATE_JOB_SECONDS]).fetchone()
        except psycopg.Error:
            return False
        return row is not None and row[0] == 0

    def worked_off(self) -> bool:
        """Whether no more jobs are due than agents make all the time."""
        try:
            return due_jobs(self.address) < FEW_JOBS
        except psycopg.Error:
            return False

    def run_sql(self, sql: str, values: Sequence[object] = ()) -> None:
        with owner(self.address) as connection:
            connection.execute(sql, values)  # type: ignore[call-overload]

    def signal(self, name: str, number: signal.Signals) -> None:
        self.stack.processes[name].send_signal(number)

    def backend(self) -> int:
        """The process id of a connection of the application."""
        for child in psutil.Process(self.postgres).children():
            with suppress(psutil.NoSuchProcess):
                if "continuum_app" in " ".join(child.cmdline()):
                    return child.pid
        raise RuntimeError("No connection of the application is open.")


def seconds_until(good: Callable[[], bool], *, most: float, in_a_row: int = IN_A_ROW) -> float | None:
    """Seconds until it is good and stays so for some looks; None when that takes longer than `most`."""
    began = since = time.monotonic()
    row = 0
    while time.monotonic() - began < most:
        if good():
            since = time.monotonic() if row == 0 else since
            row += 1
            if row >= in_a_row:
                return since - began
        else:
            row = 0
        time.sleep(POLL_SECONDS)
    return None


def agents_of(stack: Stack, *, people: int, each: int) -> list[Mapping[str, str]]:
    """So many agents of so many people, with bearers of their own."""
    told = stack.run([sys.executable, "-m", "bench.load.people", str(people), str(each)])
    found: list[Mapping[str, str]] = json.loads(told)
    return found


def volume(folder: Path) -> Path:
    """The folder that the data lies in."""
    return folder / "home"
