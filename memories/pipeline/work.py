"""What happens after the commit: take jobs, take one step of each, put back what fails."""

from __future__ import annotations

import logging
import threading
import traceback
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection

from continuum.kernel.watching import Kind, seen
from memories import access, outbox
from memories.models import Job
from memories.pipeline.clean_up import clean_up
from memories.pipeline.count_words import count_words
from memories.pipeline.facts import facts
from memories.pipeline.golden_again import ask_again
from memories.pipeline.index import index
from memories.pipeline.reindex import rebuild, reembed
from memories.pipeline.worker import worker_for

log = logging.getLogger("continuum.pipeline")

JOBS_AT_ONCE = 64
HALT = threading.Event()
"""Set while this process is about to end: what is begun is finished, what is only claimed is given back."""


class WorkerDied(Exception):
    """Every try of the job ended with the worker."""


Step = Callable[[UUID, Sequence[Job]], None]
STEPS: MappingProxyType[str, Step] = MappingProxyType(
    {
        outbox.INDEX: index,
        outbox.FACTS: facts,
        outbox.COUNT_WORDS: count_words,
        outbox.CLEAN_UP: clean_up,
        outbox.REINDEX: rebuild,
        outbox.REEMBED: reembed,
        outbox.GOLDEN: ask_again,
    }
)


def work(*, most: int = JOBS_AT_ONCE, also: Mapping[str, Step] = MappingProxyType({})) -> int:
    """Take up to `most` due jobs and do them; returns how many were taken. Jobs of one workspace go
    together. `also` are steps of rooms that this one does not know.
    """
    steps = {**STEPS, **also}
    jobs = list(Job.objects.raw("SELECT * FROM continuum_claim_jobs(%s, %s)", [most, settings.LEASE_SECONDS]))
    together: defaultdict[tuple[UUID, str], list[Job]] = defaultdict(list)
    for job in jobs:
        together[job.workspace_id, job.step].append(job)
    for (workspace, step), group in together.items():
        if HALT.is_set():
            with access.acting(worker_for(workspace)):
                outbox.give_back(group)
        else:
            _take_step(steps, workspace, step, group)
    return len(jobs)


def _take_step(steps: Mapping[str, Step], workspace: UUID, step: str, jobs: Sequence[Job]) -> None:
    """One step for the jobs together; if that fails, each by itself, so that one bad job holds up no
    other.
    """
    try:
        with seen(Kind.STEP, step), access.acting(worker_for(workspace)):
            _within_tries(jobs)
            steps[step](workspace, jobs)
    except (
        Exception
    ) as error:  # whatever it is, the row must say so: an unmarked job would come back for ever
        if len(jobs) > 1:
            for job in jobs:
                _take_step(steps, workspace, step, [job])
        else:
            _failed(workspace, jobs[0], error)


def _within_tries(jobs: Sequence[Job]) -> None:
    """A job claimed more often than it may be tried killed its worker each time: it is not taken up again."""
    if any(job.attempts > outbox.MAX_ATTEMPTS for job in jobs):
        raise WorkerDied


def _failed(workspace: UUID, job: Job, error: Exception) -> None:
    """The kind of error is kept and where it came from, not its words: they may quote the text."""
    kind = type(error).__name__
    log.debug("%s", "".join(traceback.format_tb(error.__traceback__)))
    log.warning("step %s failed in try %d of %d: %s", job.step, job.attempts, outbox.MAX_ATTEMPTS, kind)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    with access.acting(worker_for(workspace)):
        if isinstance(error, OperationalError):  # the database was away: no fault of the job's
            outbox.release(job)
        else:
            outbox.put_back(job, error=kind)
