"""Finding and starting the one server of this machine. Those here are real processes on real sockets."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from mcp_gateway.stdio import local_server
from mcp_gateway.stdio.local_server import LocalServer, NotStarted
from tests.listening import free_port

SERVING = """
import http.server, json, os, sys, time
from pathlib import Path

class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/health/ready" else 404)
        self.end_headers()
    def log_message(self, *args):
        pass

home, port = Path(os.environ["HOME_OF_THE_TEST"]), int(sys.argv[1])
with (home / "started").open("a") as log:
    log.write(f"{os.getpid()}\\n")
server = http.server.HTTPServer(("127.0.0.1", port), Ready)
(home / "server.json").write_text(json.dumps({"pid": os.getpid(), "url": f"http://127.0.0.1:{port}"}))
server.serve_forever()
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Callable[..., LocalServer]]:
    def made(script: str = SERVING, **fields: Any) -> LocalServer:
        port = free_port()
        usual: dict[str, Any] = {
            "server_file": tmp_path / "server.json",
            "fallback": f"http://127.0.0.1:{port}",
            "command": [sys.executable, "-c", script, str(port)],
            "environment": {"HOME_OF_THE_TEST": str(tmp_path)},
            "log": tmp_path / "logs" / "up.log",
            "say": lambda sentence: None,
        }
        return LocalServer(**{**usual, **fields})

    yield made
    for pid in started(tmp_path):
        kill(pid)


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def started(home: Path) -> list[int]:
    log = home / "started"
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def test_who_asks_while_it_starts_waits_and_one_is_started(
    server: Callable[..., LocalServer], tmp_path: Path
) -> None:
    here = server()
    threads = [threading.Thread(target=here.ensure) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(started(tmp_path)) == 1
    here.ensure()
    assert len(started(tmp_path)) == 1


def test_a_server_that_died_is_started_again(server: Callable[..., LocalServer], tmp_path: Path) -> None:
    here = server()
    here.ensure()
    kill(started(tmp_path)[0])
    here.ensure()
    assert len(started(tmp_path)) == 2


def test_it_outlives_its_starter(server: Callable[..., LocalServer], tmp_path: Path) -> None:
    server().ensure()
    (pid,) = started(tmp_path)
    assert os.getsid(pid) == pid != os.getsid(0)


def test_what_stops_the_start_is_told_in_its_own_words(
    server: Callable[..., LocalServer], tmp_path: Path
) -> None:
    here = server("raise SystemExit('Port 8787 is taken by another program.')")
    with pytest.raises(NotStarted, match="Port 8787 is taken by another program"):
        here.ensure()
    assert (tmp_path / "logs" / "up.log").stat().st_mode & 0o077 == 0


def test_one_that_never_answers_is_given_up(
    server: Callable[..., LocalServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "SERVER_READY_SECONDS", 0.2)
    here = server("")  # ends at once and well, as one does that found another running
    with pytest.raises(NotStarted, match=r"up\.log"):
        here.ensure()


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        ({"pid": 1, "url": "http://localhost:9999"}, "http://localhost:9999"),
        ({"pid": 1, "url": "https://memory.example.com"}, "http://127.0.0.1:1"),
        ({"pid": 1}, "http://127.0.0.1:1"),
        ([], "http://127.0.0.1:1"),
        (None, "http://127.0.0.1:1"),
    ],
)
def test_a_running_server_is_where_it_says_unless_that_is_elsewhere(
    server: Callable[..., LocalServer], tmp_path: Path, told: Any, origin: str
) -> None:
    if told is not None:
        (tmp_path / "server.json").write_text(json.dumps(told))
    assert server(fallback="http://127.0.0.1:1").url == f"{origin}/mcp"
