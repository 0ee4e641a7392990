"""Celery's door: a knock or the beat's sweep, and the pipeline works until nothing is due."""

from __future__ import annotations

from celery import shared_task
from django.db import close_old_connections

from memories import outbox
from memories.pipeline.work import work


@shared_task(name=outbox.WORK_TASK, ignore_result=True)
def work_task() -> None:
    """Do what is due, then give the connection back."""
    close_old_connections()
    try:
        while work():
            pass
    finally:
        close_old_connections()
