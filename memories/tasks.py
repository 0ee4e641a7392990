"""Celery's door: a knock or the beat's sweep, and the pipeline works until nothing is due."""

from __future__ import annotations

from celery import shared_task
from django.db import close_old_connections

from memories import outbox
from memories.pipeline.work import HALT, work
from memories.portability.scratch import sweep_scratch
from memories.portability.steps import STEPS
from memories.portability.transfers import expire_transfers
from memories.portability.uploads import sweep_uploads


@shared_task(name=outbox.WORK_TASK, ignore_result=True)
def work_task() -> None:
    """Do what is due, then give the connection back."""
    close_old_connections()
    try:
        while not HALT.is_set() and work(also=STEPS):
            pass
    finally:
        close_old_connections()


@shared_task(name=outbox.CLEAN_UP_TASK, ignore_result=True)
def clean_up_task() -> None:
    """Have every workspace cleaned up: the beat asks each night, a starting worker for those it missed."""
    close_old_connections()
    try:
        outbox.enqueue_everywhere(step=outbox.CLEAN_UP)
        expire_transfers()
        sweep_uploads()
        sweep_scratch()
    finally:
        close_old_connections()
