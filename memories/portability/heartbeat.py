"""A long job says that it lives, and how far it is, while its own transaction is open: on a connection of its
own, from a thread that ends with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connection

from memories import access, outbox
from memories.models import Import, Job
from memories.portability.whose import operator

SECONDS = 1.0


@dataclass(slots=True)
class _Far:
    stage: str = ""
    done: int = 0
    total: int = 0


@contextmanager
def beating(job: Job, row: Import) -> Iterator[Callable[[str, int, int], None]]:
    """Call what is yielded as often as wanted: it costs nothing."""
    far, over = _Far(), threading.Event()

    def progress(stage: str, done: int, total: int) -> None:
        far.stage, far.done, far.total = stage, done, total

    def beat() -> None:
        try:
            while not over.wait(SECONDS):
                _tell(job, row, far)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"import-{row.pk}", daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        over.set()
        thread.join()


def _tell(job: Job, row: Import, far: _Far) -> None:
    """A beat that is lost is made up for by the next: a lease lasts for many."""
    try:
        with access.acting(operator([row.workspace_id])):
            outbox.hold([job], seconds=settings.LEASE_SECONDS)
            now = {"stage": far.stage, "done": far.done, "total": far.total}
            running = (Import.State.LOOKING, Import.State.IMPORTING)
            Import.objects.filter(pk=row.pk, state__in=running).update(**now)
    except (DatabaseError, InterfaceError):
        close_old_connections()
