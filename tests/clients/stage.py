"""What every client gets: a running server, a person at a browser, and a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.server import MANAGE, free_port, server
from tests.clients.commands import Done, run_command
from tests.clients.programs import Programs

ROOT = Path(__file__).resolve().parents[2]
OPENERS = ("xdg-open", "open", "x-www-browser", "www-browser")
SIGN_IN_SECONDS = 90
CONSENT_SECONDS = 90
STOP_SECONDS = 15
# A client asks for an address to be opened and goes on, so what opens it does not keep the client waiting.
OPENER = """#!/bin/sh
for address; do :; done
exec "{python}" -c '
import os, sys, urllib.request
if os.fork() == 0:
    os.setsid()
    sink = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(sink, descriptor)
    urllib.request.urlopen("{desk}", data=sys.argv[1].encode(), timeout={seconds})
' "$address"
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """`url` is where clients are pointed to; `desk` where addresses are posted that the person is to open.
    `restart` ends the server's process and starts another on the same data and port.
    """

    url: str
    desk: str
    folder: Path
    programs: Programs
    restart: Callable[[], None]

    def home(self, name: str) -> Path:
        """The home of one client, kept between its runs."""
        home = self.folder / name
        home.mkdir(parents=True, exist_ok=True)
        return home

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        """A person's environment: without ours, without a screen, with a browser that the person sits at."""
        kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "SSL_CERT_FILE") if name in os.environ}
        openers = self.folder / "openers"
        return {
            **kept,
            "HOME": str(home),
            "PATH": self.programs.path(openers),
            "BROWSER": str(openers / "xdg-open"),
            "TERM": "xterm",
            "NO_COLOR": "1",
            **more,
        }

    def run(
        self,
        client: str,
        command: Sequence[str | Path],
        *,
        seconds: float,
        terminal: bool = False,
        more: Mapping[str, str] | None = None,
    ) -> Done:
        """Run a command as this client. Raises Failed unless it succeeds in time."""
        home = self.home(client)
        return run_command(
            command,
            environment=self.environment(home, **(more or {})),
            folder=home,
            seconds=seconds,
            terminal=terminal,
        )

    def open(self, address: str) -> dict[str, str]:
        """Have the person open an address now, and wait until that is done."""
        with urllib.request.urlopen(self.desk, data=address.encode(), timeout=CONSENT_SECONDS) as answer:
            return dict(json.load(answer))

    def visits(self) -> list[dict[str, str]]:
        """What the person saw so far, visit by visit."""
        log = self.folder / "visits.jsonl"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@contextmanager
def stage(folder: Path, programs: Programs) -> Iterator[Stage]:
    """A server on a home of its own with a signed-in person in front of it, until the block ends."""
    folder.chmod(0o711)  # Postgres may run as another user than root
    port = free_port()
    settings = {"CONTINUUM_HOME": str(folder / "server"), "CONTINUUM_PORT": str(port)}
    with ExitStack() as running:

        def restart() -> None:
            running.close()
            running.enter_context(server(folder / "server", port=port))

        restart()
        with _person(folder, programs, settings) as desk:
            # The address that the server itself tells people, which is also the name of its resource.
            yield Stage(f"http://localhost:{port}/mcp", desk, folder, programs, restart)


@contextmanager
def _person(folder: Path, programs: Programs, settings: Mapping[str, str]) -> Iterator[str]:
    link = _sign_in_link(settings)
    command = [programs.python, "-m", "tests.clients.person", programs.browser, link, folder]
    with (folder / "person.log").open("wb") as log:
        person = subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            stdin=subprocess.DEVNULL,
            text=True,
        )
    try:
        assert person.stdout is not None
        port = person.stdout.readline().strip()
        if not port:
            raise RuntimeError(f"Nobody could sign in:\n{(folder / 'person.log').read_text()}")
        desk = f"http://127.0.0.1:{port}/"
        _write_openers(folder / "openers", programs, desk)
        yield desk
    finally:
        person.terminate()
        person.wait(STOP_SECONDS)


def _sign_in_link(settings: Mapping[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, str(MANAGE), "sign_in_link"],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=SIGN_IN_SECONDS,
        check=True,
    )
    return done.stdout.strip()


def _write_openers(folder: Path, programs: Programs, desk: str) -> None:
    """The commands that programs call to open a page."""
    folder.mkdir()
    for name in OPENERS:
        script = folder / name
        script.write_text(OPENER.format(python=programs.python, desk=desk, seconds=CONSENT_SECONDS))
        script.chmod(0o755)
