"""Writes made as one and undone as one."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import NotFound
from memories import access
from memories.models import Batch, Revision
from memories.services.drafts import Answer, Screened
from memories.services.events import BATCH_OPENED
from memories.services.memory import remember_all
from memories.services.turns import turn


def open_batch(actor: Actor, *, label: str = "", workspace: str | None = None) -> Batch:
    """A new batch; writes that carry its id belong to it. The label has been through intake. Raises
    Forbidden, NotFound.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    with turn(actor, where, Permission.WRITE) as writing:
        batch = Batch.objects.create(
            workspace_id=where,
            label=label,
            user_id=actor.user_id,
            client=actor.client,
            agent=actor.agent,
            created_at=writing.now,
        )
        writing.record(BATCH_OPENED, details={"batch": str(batch.pk)})
    return batch


def remember_batch(actor: Actor, *, label: str, screened: Sequence[Screened]) -> tuple[Batch, list[Answer]]:
    """Write drafts of one workspace as a new batch. Raises what `remember_all` raises; then there is no batch
    either.
    """
    actor.require(Permission.WRITE)
    with transaction.atomic():
        batch = open_batch(actor, label=label, workspace=screened[0].draft.workspace)
        return batch, remember_all(actor, screened=screened, batch_id=batch.pk)


def list_batches(actor: Actor, *, workspace: str | None = None) -> QuerySet[Batch]:
    """The batches of one workspace or, without a name, of all of the actor's, newest first, each with
    `writes`: how many revisions it made.
    """
    actor.require(Permission.READ)
    where = access.workspace_ids(actor, workspace, Permission.READ)
    made = Revision.objects.filter(workspace_id=OuterRef("workspace_id"), batch_id=OuterRef("pk"))
    counted = made.order_by().values("batch_id").annotate(count=Count("pk")).values("count")
    writes = Coalesce(Subquery(counted, output_field=IntegerField()), 0)
    return Batch.objects.filter(workspace_id__in=where).annotate(writes=writes).order_by("-created_at", "-pk")


def get_batch(actor: Actor, *, batch_id: UUID) -> Batch:
    """One batch of the actor's workspaces, or NotFound."""
    found = Batch.objects.filter(pk=batch_id, workspace_id__in=list(actor.workspaces.values())).first()
    if found is None:
        raise NotFound("No batch with this id here.", batch=str(batch_id))
    return found


def memories_of(actor: Actor, *, batch_id: UUID) -> list[UUID]:
    """The ids of the memories that a batch wrote to, in its order. Raises Forbidden, NotFound."""
    actor.require(Permission.READ)
    batch = get_batch(actor, batch_id=batch_id)
    made = Revision.objects.filter(workspace_id=batch.workspace_id, batch_id=batch_id)
    return list(dict.fromkeys(made.order_by("created_at", "pk").values_list("memory_id", flat=True)))
