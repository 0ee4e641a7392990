"""A real server process on a home: started as a person starts it, asked over HTTP, stopped with SIGTERM."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
READY_SECONDS = 120
STOP_SECONDS = 30
POLL_SECONDS = 0.02
LAST_WORDS = 2_000  # characters of the log that say why it did not start
ANSWER_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Server:
    """`ready_after` is how many seconds after the command it answered that it is ready."""

    process: subprocess.Popen[bytes]
    home: Path
    url: str
    ready_after: float

    def client(self) -> httpx.Client:
        """Speaks for the owner's local connection."""
        bearer = (self.home / "token").read_text().strip()
        return httpx.Client(
            base_url=f"{self.url}/api/v1/",
            headers={"Authorization": f"Bearer {bearer}"},
            timeout=ANSWER_SECONDS,
        )


@contextmanager
def server(home: Path, *, port: int | None = None, **more: str) -> Iterator[Server]:
    """`manage.py up` until the block ends, with `more` in its environment, at this port or a free one."""
    command = [sys.executable, str(MANAGE), "up", "--mode", "auto", "--quiet"]
    with _started(command, home, port or free_port(), more) as running:
        yield running


@contextmanager
def processes(home: Path, count: int) -> Iterator[Server]:
    """So many web processes and nothing else, as in production, on a home whose services run already."""
    command = [sys.executable, str(MANAGE), "serve", "--processes", str(count)]
    with _started(command, home, free_port(), {"CONTINUUM_WORK_IN_PROCESS": "false"}) as running:
        yield running


@contextmanager
def _started(command: list[str], home: Path, port: int, more: Mapping[str, str]) -> Iterator[Server]:
    home.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "CONTINUUM_HOME": str(home), "CONTINUUM_PORT": str(port), **more}
    environment.pop("CONTINUUM_PUBLIC_URL", None)
    log = home / "bench-server.log"
    start = time.perf_counter()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=MANAGE.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(process, url, log)
        yield Server(process, home, url, ready_after=time.perf_counter() - start)
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"The server ended early:\n{_last_words(log)}")
        try:
            if httpx.get(f"{url}/health/ready", timeout=ANSWER_SECONDS).status_code == httpx.codes.OK:
                return
        except httpx.ConnectError:
            pass  # not listening yet
        time.sleep(POLL_SECONDS)
    raise RuntimeError(f"The server was not ready in time:\n{_last_words(log)}")


def _last_words(log: Path) -> str:
    return log.read_text(errors="replace")[-LAST_WORDS:]
