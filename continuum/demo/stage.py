"""A Continuum of its own for the demo: a temporary home, a free port, a real server process. Gone
afterwards.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from django.conf import settings
from django.core.management import CommandError
from mcp import StdioServerParameters

from continuum.embedded import supervisor
from continuum.embedded.paths import Home

READY_SECONDS = 180  # a first start builds the model, beside whatever else the machine does
STOP_SECONDS = 20
POLL_SECONDS = 0.05
ANSWER_SECONDS = 10  # readiness itself waits a second for a model that is being built
MANAGE = settings.BASE_DIR / "manage.py"


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the demo plays."""

    home: Path
    url: str
    environment: dict[str, str]

    @property
    def token(self) -> str:
        return (self.home / "token").read_text().strip()

    def stdio(self, agent: str) -> StdioServerParameters:
        """A client's own server process, as Claude Code or Codex would start it."""
        arguments = [str(MANAGE), "mcp", "--agent", agent]
        return StdioServerParameters(command=sys.executable, args=arguments, env=self.environment)


@contextmanager
def stage() -> Iterator[Stage]:
    """Start the server of a temporary home, wait until it answers, and leave nothing behind."""
    home = Path(tempfile.mkdtemp(prefix="continuum-demo-"))
    port = _free_port()
    environment = {**_inherited(), "CONTINUUM_HOME": str(home), "CONTINUUM_PORT": str(port)}
    log = home / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, str(MANAGE), "up", "--mode", "auto", "--quiet"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    try:
        _wait_until_ready(server, f"http://127.0.0.1:{port}/health/ready", log)
        yield Stage(home=home, url=f"http://127.0.0.1:{port}", environment=environment)
    finally:
        server.terminate()
        server.wait(STOP_SECONDS)
        supervisor.stop(Home(home))  # one that ended early has left them behind
        shutil.rmtree(home)


def _inherited() -> dict[str, str]:
    """The caller's environment without what would point the demo at the caller's own store."""
    return {key: value for key, value in os.environ.items() if not key.startswith("CONTINUUM_")} | {
        key: os.environ[key]
        for key in ("CONTINUUM_EMBEDDING", "CONTINUUM_EMBEDDING_WEIGHTS")
        if key in os.environ
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: Any = probe.getsockname()[1]
        return int(port)


def _wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise CommandError(f"The server ended early:\n{log.read_text(errors='replace')}")
        try:
            if httpx.get(url, timeout=ANSWER_SECONDS).is_success:
                return
        except httpx.TransportError:
            pass  # not listening yet
        time.sleep(POLL_SECONDS)
    raise CommandError(
        f"The server was not ready after {READY_SECONDS} seconds:\n{log.read_text(errors='replace')}"
    )
