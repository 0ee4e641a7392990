"""`manage.py up`: everything of the local profile in one process, until Ctrl-C."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from continuum.embedded.errors import AlreadyRunning, EmbeddedError
from continuum.embedded.ports import require_port
from continuum.embedded.server import serving
from continuum.embedded.supervisor import Services, ensure
from continuum.local_profile import Welcome, prepare
from memories.models import Mode

KEEP_ALIVE_SECONDS = 30
SHUTDOWN_SECONDS = 10


class Command(BaseCommand):
    help = "Start Continuum on this machine: its own Postgres and Valkey, the web server, the worker."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mode", choices=Mode.values, help="what happens to agents' writes in a new store")
        parser.add_argument("--quiet", action="store_true", help="print nothing but errors")

    def handle(self, *args: Any, **options: Any) -> None:
        self.quiet = options["quiet"]
        try:
            self._serve(options["mode"])
        except AlreadyRunning as running:
            self._say(f"Continuum is already running: {settings.PUBLIC_URL}  (process {running.pid})")
            self._welcome(prepare(mode=Mode.REVIEW))
        except EmbeddedError as error:
            raise CommandError(str(error)) from None

    def _serve(self, mode: str | None) -> None:
        with ExitStack() as held:
            held.enter_context(serving(settings.CONTINUUM_HOME, url=settings.PUBLIC_URL))
            require_port(settings.HOST, settings.PORT)
            if settings.LOCAL_PROFILE:
                held.enter_context(self._services())
            call_command("migrate", verbosity=0, interactive=False)
            self._welcome(prepare(mode=mode or self._ask_mode()))
            _server().run()

    def _services(self) -> Services:
        self._say("Starting Postgres and Valkey ...")
        return ensure(settings.CONTINUUM_HOME, progress=self._say)

    def _ask_mode(self) -> str:
        """On a person's first start: ask. Without a terminal the careful answer stands."""
        return Mode.REVIEW.value

    def _welcome(self, welcome: Welcome) -> None:
        self._say(WELCOME.format(**{field: getattr(welcome, field) for field in welcome.__slots__}))

    def _say(self, sentence: str) -> None:
        if not self.quiet:
            self.stdout.write(sentence)
            sys.stdout.flush()


def _server() -> uvicorn.Server:
    config = uvicorn.Config(
        "continuum.asgi:application",
        host=settings.HOST,
        port=settings.PORT,
        lifespan="on",
        log_level="warning",
        access_log=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
    )
    return uvicorn.Server(config)


WELCOME = """
  Continuum is running.

  MCP endpoint    {mcp_url}
  Connect         claude mcp add --transport http continuum {mcp_url} --header "Authorization: Bearer {token}"
  Sign in (once)  {sign_in_link}

  Stop with Ctrl-C.
"""
