"""`manage.py work`: worker and beat in a process of their own, for when the server does not work itself."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from continuum.allocator import share_heaps
from continuum.metrics_port import metrics_port
from continuum.workers import Workers


class Command(BaseCommand):
    help = "Do the work after the commits: vectors, counts, retries. Ends with SIGTERM or Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        some = parser.add_mutually_exclusive_group()
        some.add_argument(
            "--without-beat", action="store_true", help="the worker alone; a beat runs elsewhere"
        )
        some.add_argument("--without-worker", action="store_true", help="the beat alone: it tells when")

    def handle(self, *args: Any, **options: Any) -> None:
        """A signal ends it once the jobs at hand are done; what it held is taken over by others."""
        share_heaps()
        ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        with ExitStack() as running:
            running.enter_context(
                Workers(worker=not options["without_worker"], beat=not options["without_beat"])
            )
            if settings.METRICS_TOKEN and settings.METRICS_PORT:
                running.enter_context(metrics_port(settings.HOST, settings.METRICS_PORT))
            ended.wait()
