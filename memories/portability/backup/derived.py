"""What search looks at, after a restore: kept where the same model read the same words, else made anew."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from continuum.kernel.actor import Actor, Permission
from memories import outbox
from memories.engines.base import EngineMisconfigured
from memories.engines.registry import embedder
from memories.models import Fingerprint, Job, Memory, Passage
from memories.portability.backup.loading import memories_of
from memories.services.revisions import follow
from memories.services.turns import turn


def mend_derived(actor: Actor, workspaces: Sequence[UUID], rehashed: Sequence[UUID]) -> int:
    """Within the restoring transaction. Says how many texts wait for their vectors."""
    _follow_again(actor, rehashed)
    model = _model_now()
    if model is None:
        return 0
    _drop_foreign(workspaces, model)
    return _queue(workspaces)


def _follow_again(actor: Actor, rehashed: Sequence[UUID]) -> None:
    for workspace, memory in memories_of(rehashed):
        with turn(actor, workspace, Permission.ADMIN) as writing:
            follow(writing, Memory.objects.get(workspace_id=workspace, pk=memory))


def _model_now() -> str | None:
    """None where no engine runs here, so that nothing can be said of vectors."""
    try:
        engine = embedder()
    except EngineMisconfigured:
        return None
    return engine.model_id if engine.dimensions else None


def _drop_foreign(workspaces: Sequence[UUID], model: str) -> None:
    """Vectors of another model are compared with nothing here."""
    foreign = Passage.objects.filter(workspace_id__in=workspaces).exclude(vector=None).exclude(model=model)
    foreign.update(vector=None, dimensions=None, model="")
    Fingerprint.objects.filter(workspace_id__in=workspaces).exclude(model=model).delete()


_QUEUE = """
    INSERT INTO memories_job (id, workspace_id, step, revision_id, state, attempts, error)
    SELECT gen_random_uuid(), p.workspace_id, %(step)s, p.revision_id, 'waiting', 0, ''
    FROM (SELECT DISTINCT workspace_id, revision_id FROM memories_passage
          WHERE workspace_id = ANY(%(where)s) AND vector IS NULL) p
    WHERE NOT EXISTS (SELECT FROM memories_job j WHERE j.revision_id = p.revision_id AND j.step = %(step)s)
    ORDER BY p.revision_id"""


def _queue(workspaces: Sequence[UUID]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_QUEUE, {"step": outbox.INDEX, "where": list(workspaces)})
    return Job.objects.filter(workspace_id__in=workspaces, step=outbox.INDEX).count()
