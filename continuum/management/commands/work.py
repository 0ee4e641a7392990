"""`manage.py work`: a worker process of its own, with the beat inside, for when the server does not work
itself.
"""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.core.management import BaseCommand

from continuum.allocator import share_heaps
from continuum.workers import LocalWorkers


class Command(BaseCommand):
    help = "Do the work after the commits: vectors, counts, retries. Ends with SIGTERM or Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        share_heaps()
        ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        with LocalWorkers():
            ended.wait()
