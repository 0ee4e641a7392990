"""Rebuilding a workspace's index from its texts, and giving texts the vectors of the model that runs now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from django.conf import settings

from continuum.kernel.actor import Actor
from memories import outbox
from memories.engines.base import EngineMisconfigured
from memories.engines.registry import embedder
from memories.models import Job
from memories.pipeline.worker import worker_for
from memories.services.facts import rebuild_facts
from memories.services.reindexing import (
    Rebuilt,
    ask_for_reindex,
    drop_foreign_vectors,
    has_foreign_vectors,
    note_rebuilt,
    reads_words_otherwise,
    rebuild_some,
)


def reindex(
    actor: Actor,
    *,
    workspace: str | None = None,
    with_facts: bool = False,
    between: Callable[[Rebuilt], None] | None = None,
) -> Rebuilt:
    """Rebuild everything that search looks at in a workspace, from its revisions alone. Vectors that are not
    there yet are made afterwards, by jobs. Twice gives the same rows. `between` hears how far it is;
    `with_facts` has every text read for its facts anew, which may cost where a language model reads them.

    Raises Forbidden, NotFound (the workspace), EngineMisconfigured.
    """
    model = model_now()
    done = rebuild_some(actor, workspace=workspace, model=model)
    while done.last is not None:
        if between is not None:
            between(done)
        done += rebuild_some(actor, workspace=workspace, model=model, after=done.last)
    if with_facts:
        rebuild_facts(actor, workspace=workspace)
    note_rebuilt(actor, workspace=workspace, rebuilt=done)
    return done


def model_now() -> str:
    """The model that makes vectors here, empty for none. Raises EngineMisconfigured."""
    engine = embedder()
    return engine.model_id if engine.dimensions else ""


def rebuild(workspace: UUID, jobs: Sequence[Job]) -> None:
    """The step that was asked for by a person. It may take longer than a lease: it says that it lives."""
    reindex(
        worker_for(workspace),
        workspace=str(workspace),
        between=lambda _: outbox.hold(jobs, seconds=settings.LEASE_SECONDS),
    )
    for job in jobs:
        outbox.done(job)


def reembed(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Queue texts with vectors of another model, some at a time: what is left waits in the next job."""
    model = model_now()
    if model and drop_foreign_vectors(worker_for(workspace), workspace=str(workspace), model=model):
        outbox.enqueue(workspace=workspace, step=outbox.REEMBED)
    for job in jobs:
        outbox.done(job)


def notice_another_model(workspace: UUID) -> None:
    """Have the workspace embedded again where another model made its vectors."""
    try:
        model = model_now()
    except EngineMisconfigured:
        return  # recall says so with every answer; what is there stays until an engine runs
    if model and has_foreign_vectors(workspace, model=model):
        outbox.enqueue(workspace=workspace, step=outbox.REEMBED)


def notice_other_words(workspace: UUID) -> None:
    """Have the workspace's index made again where an upgrade reads words otherwise: until then the questions
    of this code meet the words of the one before.
    """
    if reads_words_otherwise(workspace):
        ask_for_reindex(worker_for(workspace), workspace=str(workspace))
