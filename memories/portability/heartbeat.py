"""A long job says that it lives, and how far it is, while its own transaction is open: on a connection of its
own, from a thread that ends with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connection, transaction

from memories import access, outbox
from memories.models import Import, Job, Transfer
from memories.portability.whose import operator

SECONDS = 1.0


@dataclass(slots=True)
class _Far:
    stage: str = ""
    done: int = 0
    total: int = 0


@contextmanager
def beating(job: Job, row: Import | Transfer) -> Iterator[Callable[[str, int, int], None]]:
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

    thread = threading.Thread(target=beat, name=f"beat-{row.pk}", daemon=True)
    thread.start()
    try:
        yield progress
    finally:
        over.set()
        thread.join()


def _tell(job: Job, row: Import | Transfer, far: _Far) -> None:
    """A beat that is lost is made up for by the next: a lease lasts for many."""
    try:
        with access.acting(operator([job.workspace_id])):
            now = {"stage": far.stage, "done": far.done, "total": far.total}
            type(row).objects.filter(pk=row.pk, state=row.state).update(**now)
            _hold(job)
    except (DatabaseError, InterfaceError):
        close_old_connections()


def _hold(job: Job) -> None:
    """Where a restore is about to take the job away with all else, its row is locked, and claimed by nobody:
    no need to hold it, and no waiting.
    """
    with transaction.atomic():
        free = Job.objects.select_for_update(skip_locked=True).filter(pk=job.pk)
        outbox.hold(list(free), seconds=settings.LEASE_SECONDS)
