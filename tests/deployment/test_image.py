"""The image's recipe, and how a container says that it serves."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from continuum.alive import serves
from tests.deployment.example import ROOT

RECIPE = (ROOT / "Dockerfile").read_text()


def test_what_it_copies_is_there_and_secrets_stay_out() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", RECIPE, re.MULTILINE)
    for path in " ".join(copied).split():
        assert (ROOT / path).exists(), path
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".env", ".git", ".venv", "tests"} <= set(ignored)


def test_it_runs_as_nobody_in_particular() -> None:
    last = RECIPE[RECIPE.rindex("\nFROM ") :]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last and "STOPSIGNAL SIGTERM" in last


def test_a_linter_finds_nothing() -> None:
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("hadolint is not installed")
    done = subprocess.run([linter, str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


class _Answering(BaseHTTPRequestHandler):
    asked: list[tuple[str, str, str]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["Host"], self.headers["X-Forwarded-Proto"]))
        self.send_response(200 if self.headers["Host"] == "memory.example.com" else 503)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield str(server.server_port)
        server.shutdown()


def test_a_container_asks_its_server_under_the_public_name(port: str) -> None:
    assert serves({"CONTINUUM_PUBLIC_URL": "https://memory.example.com", "CONTINUUM_PORT": port})
    assert _Answering.asked[-1] == ("/health/ready", "memory.example.com", "https")
    assert not serves({"CONTINUUM_PUBLIC_URL": "https://other.example.com", "CONTINUUM_PORT": port})
    assert not serves({"CONTINUUM_PORT": "9"})
