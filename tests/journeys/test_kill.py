"""kill -9 of the server, of Postgres and of a worker process, at named and at random points of 200 writes.

Every acknowledged write is there afterwards: by its words at once, by meaning when the sweep has been.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from continuum.embedded import supervisor
from continuum.embedded.paths import Home
from tests.listening import free_port

WRITES = 200
PATIENCE_SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]
SERVER = ["manage.py", "up", "--mode", "auto", "--quiet"]
WORKER = ["manage.py", "work"]


class Machine:
    """A store of its own with a server process and a worker process, each of which may die."""

    def __init__(self, home: Path) -> None:
        self.home, self.url = Home(home), f"http://127.0.0.1:{(port := free_port())}"
        self.environment = {
            **os.environ,
            "CONTINUUM_HOME": str(home),
            "CONTINUUM_PORT": str(port),
            "CONTINUUM_SWEEP_SECONDS": "1",
            "CONTINUUM_LEASE_SECONDS": "5",
            "CONTINUUM_WORK_IN_PROCESS": "false",
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, part: str, *, doom: tuple[str, int] | None = None) -> None:
        doomed = ["-m", "tests.journeys.doomed", doom[0], str(doom[1])] if doom else []
        command = [sys.executable, *doomed, *(SERVER if part == "server" else WORKER)]
        self.processes[part] = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL
        )

    def kill(self, part: str) -> None:
        if part == "postgres":
            status = supervisor.status(self.home)
            assert status is not None and status.postgres
            os.kill(status.postgres, signal.SIGKILL)
        else:
            self.processes[part].kill()

    def revive(self) -> None:
        for part, process in list(self.processes.items()):
            if process.poll() is not None:
                self.start(part)

    def call(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        """The answer, however often it must be asked for: whatever died is started again meanwhile."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            self.revive()
            with suppress(httpx.TransportError, FileNotFoundError):
                headers = {"Authorization": f"Bearer {(self.home.root / 'token').read_text()}"}
                answer = httpx.request(
                    method, f"{self.url}/api/v1{path}", headers=headers, timeout=20, **request
                )
                if answer.status_code < 500:
                    assert answer.is_success, answer.text
                    return dict(answer.json())
            time.sleep(0.1)
        raise AssertionError(f"{method} {path} was not answered within {PATIENCE_SECONDS} seconds")


@pytest.fixture
def machine() -> Iterator[Machine]:
    with (
        tempfile.TemporaryDirectory(prefix="continuum-kill-", ignore_cleanup_errors=True) as folder,
        supervisor.running(Home(Path(folder))),
    ):
        machine = Machine(Path(folder))
        machine.start("server", doom=("after commit before nudge", 20))
        machine.call("GET", "/workspaces")  # the server has migrated: now a worker can look for work
        machine.start("worker", doom=("during the vector step", 3))
        yield machine
        for process in machine.processes.values():
            process.terminate()
        for process in machine.processes.values():
            process.wait(PATIENCE_SECONDS)


def text_of(number: int) -> str:
    """Every fifth is so long that its vectors are left to the worker."""
    sentence = f"Crate unicorn{number} stands in hall {number % 7}."
    return (
        sentence
        if number % 5
        else f"{sentence}\n\n" + "\n\n".join(f"Paragraph {n} of the packing list. " * 14 for n in range(12))
    )


@pytest.mark.timeout(400)
def test_no_acknowledged_write_is_lost_whatever_is_killed(machine: Machine) -> None:
    seed = int(os.environ.get("CONTINUUM_KILL_SEED", random.randrange(10_000)))
    print(f"\nCONTINUUM_KILL_SEED={seed}")
    chance = random.Random(seed)
    killings = dict(
        zip(chance.sample(range(40, WRITES), 4), ["server", "postgres", "worker", "postgres"], strict=True)
    )
    lines = []
    for number in range(WRITES):
        if number == 30:
            machine.kill("server")
            machine.processes["server"].wait()
            machine.start("server", doom=("during an append", 10))
        if number in killings:
            machine.kill(killings[number])
        key = {"idempotency_key": f"{seed}-{number}"}
        if number % 4 == 3:
            lines.append(f"line {number}")
            body = {"content": f"line {number}", **key} if len(lines) > 1 else None
            if body is None:
                machine.call("POST", "/memories", json={"content": lines[0], "name": "log", **key})
            else:
                machine.call("POST", "/memories/log/append", json=body)
        else:
            machine.call(
                "POST", "/memories", json={"content": text_of(number), "name": f"crate {number}", **key}
            )
    check_everything_is_there(machine, lines)


def check_everything_is_there(machine: Machine, lines: list[str]) -> None:
    assert machine.call("GET", "/memories/log")["content"].splitlines() == lines
    crates = [number for number in range(WRITES) if number % 4 != 3]
    for number in crates:
        found = machine.call("GET", "/recall", params={"query": f"unicorn{number}", "limit": 1})["memories"]
        assert [memory["name"] for memory in found] == [f"crate {number}"], number
        assert found[0]["version"] == 1, "applied twice"
    wait_until_all_vectors_are_made(machine)
    by_meaning = machine.call("GET", "/recall", params={"query": "Where is the box with unicorn25 kept?"})
    assert by_meaning["mode"] == "hybrid" and by_meaning["memories"][0]["name"] == "crate 25"


def wait_until_all_vectors_are_made(machine: Machine) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS * 3
    while time.monotonic() < deadline:
        answer = machine.call("GET", "/recall", params={"query": "unicorn25", "limit": 1})
        if not answer["still_indexing"]:
            return
        time.sleep(0.5)
    raise AssertionError(
        f"still without vectors: {answer['still_indexing']}; jobs {machine.call('GET', '/jobs')}"
    )
