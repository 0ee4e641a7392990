"""`manage.py up`: everything of the local profile in one process, until Ctrl-C."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from socket import socket
from threading import Thread
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connections

from continuum.allocator import share_heaps
from continuum.embedded.errors import AlreadyRunning, EmbeddedError
from continuum.embedded.ports import require_port
from continuum.embedded.server import serving
from continuum.keeping import KeptServices
from continuum.local_profile import Welcome, is_new_store, prepare
from continuum.serving import run, web_config
from memories.models import Mode


class Command(BaseCommand):
    help = "Start Continuum on this machine: its own Postgres and Valkey, the web server, the worker."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--mode", choices=Mode.values, help="what happens to agents' writes in a new store"
        )
        parser.add_argument("--quiet", action="store_true", help="print nothing but errors")

    def handle(self, *args: Any, **options: Any) -> None:
        share_heaps()
        self.quiet = options["quiet"]
        try:
            self._serve(options["mode"])
        except AlreadyRunning as running:
            self._say(f"Continuum is already running: {running.url}  (process {running.pid})")
            self._welcome_again(running)
        except EmbeddedError as error:
            raise CommandError(str(error)) from None

    def _serve(self, mode: str | None) -> None:
        with ExitStack() as held:
            held.enter_context(serving(settings.CONTINUUM_HOME, url=settings.PUBLIC_URL))
            require_port(settings.HOST, settings.PORT)
            config = web_config()
            loading = _begin_loading(config)
            if settings.LOCAL_PROFILE:
                self._say("Starting Postgres and Valkey ...")
                held.enter_context(KeptServices(settings.CONTINUUM_HOME, progress=self._say))
            call_command("migrate", verbosity=0, interactive=False)
            held.callback(_give_connections_back)
            welcome = prepare(mode=mode or self._mode(), url=settings.PUBLIC_URL)
            loading.join()
            self._run(_Server(config, started=lambda: self._welcome(welcome)))

    def _welcome_again(self, running: AlreadyRunning) -> None:
        stop = f"Stop it in its own terminal, or with: kill {running.pid}"
        try:
            self._welcome(prepare(mode=Mode.REVIEW, url=running.url or settings.PUBLIC_URL), stop=stop)
        except DatabaseError:
            self._say("It is still starting; its own terminal tells how to connect.")

    def _run(self, server: _Server) -> None:
        run(server)
        if not server.started:
            raise CommandError("The server could not start; the reason stands above.")
        self._say("Stopped.")

    def _mode(self) -> str:
        """A person who starts a new store at a terminal is asked; otherwise the careful mode stands."""
        if self.quiet or not sys.stdin.isatty() or not is_new_store():
            return Mode.REVIEW.value
        self.stdout.write(QUESTION)
        try:
            while (chosen := CHOICES.get(input("Your choice [1]: ").strip().lower())) is None:
                self.stdout.write("Please answer 1 (review) or 2 (auto).")
        except (EOFError, KeyboardInterrupt):
            raise CommandError("\nNothing was decided, so nothing was started.") from None
        self.stdout.write(f"New memories of agents: {chosen}. The workspaces that agents make follow it.")
        return chosen

    def _welcome(self, welcome: Welcome, *, stop: str = "Stop with Ctrl-C.") -> None:
        fields = {field: getattr(welcome, field) for field in welcome.__slots__}
        self._say(WELCOME.format(**fields, connect=CONNECT.format(**fields), stop=stop))

    def _say(self, sentence: str) -> None:
        if not self.quiet:
            self.stdout.write(sentence)
            sys.stdout.flush()


def _begin_loading(config: uvicorn.Config) -> Thread:
    """Load the web application while the databases start. What fails there fails again where it is served."""
    loading = Thread(target=config.load, name="continuum-loading")
    loading.start()
    return loading


def _give_connections_back() -> None:
    """Before Postgres stops, so that the pools do not complain about connections that are cut."""
    for connection in connections.all():
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


class _Server(uvicorn.Server):
    """Says once that it answers, rather than that it is about to."""

    def __init__(self, config: uvicorn.Config, *, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_started = started

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._say_started()


CHOICES = {
    **dict.fromkeys(("", "1", "review"), Mode.REVIEW.value),
    **dict.fromkeys(("2", "auto"), Mode.AUTO.value),
}
QUESTION = """
  A new store. When an agent wants to remember something:
    1  review  it waits for your approval (you can change this later)
    2  auto    it is stored at once
"""
CONNECT = (
    "claude mcp add --scope user --transport http continuum {mcp_url} \\\n"
    '                    --header "Authorization: Bearer {token}" --header "Continuum-Agent: claude-code"'
)
WELCOME = """
  Continuum is running.

  MCP endpoint    {mcp_url}
  Connect         {connect}
  Sign in         {sign_in_link}
                  (opens once, within 15 minutes)

  {stop}
"""
