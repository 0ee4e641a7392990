"""`manage.py serve`: the web server alone, in as many processes as asked for, for production."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from socket import socket
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from uvicorn.supervisors import Multiprocess

from continuum.allocator import share_heaps
from continuum.embedded.errors import EmbeddedError
from continuum.serving import listening, run, web_config

MOST_PROCESSES = 256


class Command(BaseCommand):
    help = "Serve the web, MCP included, and nothing else: database, broker and worker run elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--processes", type=_count, default=1, help="how many processes take requests (default: 1)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Until SIGTERM or Ctrl-C. A process that dies is replaced; one that cannot start ends them all."""
        share_heaps()
        config = web_config(processes=options["processes"])
        try:
            listener = listening(settings.HOST, settings.PORT)
        except EmbeddedError as error:
            raise CommandError(str(error)) from None
        with listener:
            if config.workers > 1:
                Multiprocess(config, sockets=[listener]).run()
            else:
                self._run_one(uvicorn.Server(config), listener)

    def _run_one(self, server: uvicorn.Server, listener: socket) -> None:
        run(server, sockets=[listener])
        if not server.started:
            raise CommandError("The server could not start; the reason stands above.")


def _count(given: str) -> int:
    if not given.isdecimal() or not 1 <= int(given) <= MOST_PROCESSES:
        raise ArgumentTypeError(f"a number from 1 to {MOST_PROCESSES}")
    return int(given)
