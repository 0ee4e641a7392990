"""The golden questions asked by themselves, once something changed that decides what a question brings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings

from memories import outbox
from memories.engines.base import EngineMisconfigured
from memories.engines.registry import embedder, reranker
from memories.models import GoldenQuestion, GoldenRun, Job
from memories.pipeline.golden import run_golden
from memories.pipeline.reindex import model_now
from memories.pipeline.worker import worker_for
from memories.recall.setup import setup_now

REST = timedelta(minutes=1)
"""How long the questions wait while texts are still embedded anew."""

_CHANGING = (outbox.REEMBED, outbox.REINDEX, outbox.INDEX)


def notice_another_setup(workspace: UUID) -> None:
    """Have the questions of the workspace asked where they were last asked with another model or other
    settings, or never: without a run there is nothing to compare the next one with.
    """
    if not GoldenQuestion.objects.filter(workspace_id=workspace).exists():
        return
    try:
        now = (model_now(), setup_now())
    except EngineMisconfigured:
        return  # recall says so with every answer; figures of words alone would compare with nothing
    last = GoldenRun.objects.filter(workspace_id=workspace).order_by("-at", "-pk").first()
    waiting = Job.objects.filter(workspace_id=workspace, step=outbox.GOLDEN, state=Job.State.WAITING)
    if (last is None or (last.model, last.setup) != now) and not waiting.exists():
        outbox.enqueue(workspace=workspace, step=outbox.GOLDEN)


def ask_again(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Ask the questions once the texts have the vectors of the model that runs now; until then, wait."""
    if _still_changing(workspace):
        outbox.postpone(jobs, rest=REST)
        return
    _wake_engines()
    run_golden(
        worker_for(workspace),
        workspace=str(workspace),
        between=lambda: outbox.hold(jobs, seconds=settings.LEASE_SECONDS),
    )
    for job in jobs:
        outbox.done(job)


def _still_changing(workspace: UUID) -> bool:
    jobs = Job.objects.filter(workspace_id=workspace, step__in=_CHANGING, state=Job.State.WAITING)
    return jobs.exists()


def _wake_engines() -> None:
    """Models that are still being loaded would miss their deadline, and the figures would be of words alone.
    Raises EngineError.
    """
    if embedder().dimensions:
        embedder().embed(["ready"])
    if (reader := reranker()) is not None:
        reader.score("ready", ["ready"])
