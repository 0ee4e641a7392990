"""`manage.py mcp`: MCP over stdio, for clients that start their servers themselves."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from mcp_gateway.limits import MAX_LINE_BYTES
from mcp_gateway.stdio.bridge import Bridge
from mcp_gateway.stdio.local_server import LocalServer, NotStarted, start_command

TOKEN_VARIABLE = "CONTINUUM_TOKEN"  # noqa: S105


class Command(BaseCommand):
    help = "Speak MCP over stdin and stdout with the local server, which is started when it does not run."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--agent", default="", help="the name under which this client's memories are kept"
        )
        parser.add_argument("--url", help="an MCP endpoint elsewhere; it is not started from here")
        parser.add_argument("--token-file", type=Path, help="the file that holds the bearer token")
        parser.add_argument("--toolsets", default="", help="which toolsets to show, parted by commas")

    def handle(self, *args: Any, **options: Any) -> None:
        server = _local_server(self._say)
        url: str | None = options["url"]
        if url is not None and not url.startswith(("http://", "https://")):
            raise CommandError(
                "--url is the whole address of an endpoint, as in https://memory.example.com/mcp."
            )
        with protocol_output() as output:
            Bridge(
                url=lambda: url or server.url,
                token=lambda: _bearer(options["token_file"], elsewhere=url is not None),
                ensure=_not_ours if url else server.ensure,
                output=output,
                say=self._say,
                agent=options["agent"],
                toolsets=options["toolsets"],
            ).run(iter(lambda: sys.stdin.buffer.readline(MAX_LINE_BYTES), b""))

    def _say(self, sentence: str) -> None:
        self.stderr.write(sentence)
        self.stderr.flush()


def _local_server(say: Any) -> LocalServer:
    home = settings.CONTINUUM_HOME
    host = "127.0.0.1" if settings.HOST in ("0.0.0.0", "::") else settings.HOST  # noqa: S104
    return LocalServer(
        server_file=home.server_file,
        fallback=f"http://{host}:{settings.PORT}",
        command=start_command(),
        environment={
            "CONTINUUM_HOME": str(home.root),
            "DJANGO_SETTINGS_MODULE": "continuum.settings",
            "PYTHONPATH": os.pathsep.join(
                filter(None, (str(settings.BASE_DIR), os.environ.get("PYTHONPATH")))
            ),
        },
        log=home.logs / "up.log",
        say=say,
    )


def _not_ours() -> None:
    raise NotStarted("Nobody answers at the address given with --url.")


def _bearer(named: Path | None, *, elsewhere: bool) -> str:
    """The token: from the file that was named, else the environment, else this machine's, for this
    machine.
    """
    told = os.environ.get(TOKEN_VARIABLE, "").strip()
    file = named or (None if told or elsewhere else settings.CONTINUUM_HOME.root / "token")
    try:
        return file.read_text().strip() if file else told
    except FileNotFoundError:
        return ""


@contextmanager
def protocol_output() -> Iterator[BinaryIO]:
    """Standard output for the protocol alone: whatever else is printed goes to standard error."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with os.fdopen(kept, "wb") as output:
            yield output
    finally:
        sys.stdout.flush()
