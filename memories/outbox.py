"""Work for after the commit: a job row in the same transaction as its cause, then a knock at the broker.

If the knock is lost the sweep finds the row. Time, tries and failures live in the row, never in the broker.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import LimitExceeded, OperationalError
from kombu.pools import producers

from memories.models import Job

log = logging.getLogger("continuum.outbox")

WORK_TASK = "memories.work"
CLEAN_UP_TASK = "memories.clean_up"
INDEX = "index"
FACTS = "facts"
COUNT_WORDS = "count-words"
CLEAN_UP = "clean-up"
REINDEX = "reindex"
REEMBED = "re-embed"
GOLDEN = "golden"

KNOCK_SECONDS = 2.0
SILENT_SECONDS = 10.0
MAX_ATTEMPTS = 8
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)


@dataclass
class _Broker:
    """Of this process: until when nobody knocks, after it did not answer."""

    silent_until: float = 0.0


_BROKER = _Broker()


def enqueue(*, workspace: UUID, step: str, revision_id: UUID | None = None) -> None:
    """Note a step to take once this transaction is committed, and knock then."""
    enqueue_many(workspace=workspace, step=step, revision_ids=[revision_id])


def enqueue_many(*, workspace: UUID, step: str, revision_ids: Sequence[UUID | None]) -> None:
    enqueue_steps(workspace=workspace, steps=[(step, revision_id) for revision_id in revision_ids])


def enqueue_steps(*, workspace: UUID, steps: Sequence[tuple[str, UUID | None]]) -> None:
    """Several steps, each for its revision, and one knock."""
    Job.objects.bulk_create(
        Job(workspace_id=workspace, step=step, revision_id=revision_id) for step, revision_id in steps
    )
    transaction.on_commit(nudge, robust=True)


def enqueue_everywhere(*, step: str) -> int:
    """One job of the step for every workspace that has none; returns how many were put down. Knocks then."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT continuum_enqueue_everywhere(%s)", [step])
        put_down = int(cursor.fetchone()[0])
    nudge()
    return put_down


def nudge(task: str = WORK_TASK) -> None:
    """Tell the workers that there is something to do. A lost knock costs a sweep's time, never the work; so
    nobody waits long for a broker that hangs, and after one knock that was lost the sweep is relied on.
    """
    if time.monotonic() < _BROKER.silent_until:
        return
    try:
        with producers[_line()].acquire(block=True, timeout=KNOCK_SECONDS) as producer:
            current_app.send_task(task, producer=producer, retry=False, ignore_result=True)
    except (OperationalError, LimitExceeded, OSError) as error:
        _BROKER.silent_until = time.monotonic() + SILENT_SECONDS
        log.warning(
            "the broker does not answer (%s); the next sweep will find the work", type(error).__name__
        )


@cache
def _line() -> Connection:
    """The broker as those who knock know it: a worker listens with more patience."""
    bounded = {"socket_connect_timeout": 1, "socket_timeout": KNOCK_SECONDS}
    return current_app.connection_for_write(transport_options=bounded)


def retry_delay(attempts: int) -> timedelta:
    """One minute after the first failure, doubling to an hour."""
    return min(FIRST_RETRY * 2 ** max(attempts - 1, 0), LONGEST_RETRY)


def put_back(job: Job, *, error: str, rest: timedelta = timedelta()) -> None:
    """After a failure: wait longer each time, at least so long, and after the last try stand as failed
    where people see it.
    """
    job.error = error[:200]
    job.leased_until = None
    if job.attempts >= MAX_ATTEMPTS:
        job.state = Job.State.FAILED
    else:
        job.run_after = timezone.now() + max(retry_delay(job.attempts), min(rest, LONGEST_RETRY))
    changes = {field: getattr(job, field) for field in ("error", "leased_until", "state", "run_after")}
    Job.objects.filter(pk=job.pk).update(**changes)


def give_up(job: Job, *, error: str) -> None:
    """Stand as failed at once: another try would not help, and might cost."""
    Job.objects.filter(pk=job.pk).update(error=error[:200], leased_until=None, state=Job.State.FAILED)


def hold(jobs: Sequence[Job], *, seconds: float) -> None:
    """Keep claimed jobs for so long from now on: they are still being done."""
    until = timezone.now() + timedelta(seconds=seconds)
    Job.objects.filter(pk__in=[job.pk for job in jobs]).update(leased_until=until)


def postpone(jobs: Sequence[Job], *, rest: timedelta) -> None:
    """Not now: take them again after so long. It counts as no try."""
    later = timezone.now() + rest
    rows = Job.objects.filter(pk__in=[job.pk for job in jobs])
    rows.update(run_after=later, leased_until=None, attempts=0)


def give_back(jobs: Sequence[Job]) -> None:
    """Claimed, and not begun: as if they had never been taken."""
    rows = Job.objects.filter(pk__in=[job.pk for job in jobs])
    rows.update(leased_until=None, attempts=F("attempts") - 1)


def release(job: Job) -> None:
    """Let the next sweep take the job again at once."""
    Job.objects.filter(pk=job.pk).update(leased_until=None)


def done(job: Job) -> None:
    Job.objects.filter(pk=job.pk).delete()
