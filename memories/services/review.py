"""A person's decision on what agents proposed."""

from __future__ import annotations

from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict
from memories import access
from memories.errors import no_such_memory
from memories.models import Memory, Revision, Status
from memories.services import events
from memories.services.exclusions import REJECTED, exclude
from memories.services.revisions import activate, retire
from memories.services.turns import Turn, turn


def approve(actor: Actor, *, revision_id: UUID, anyway: bool = False) -> Revision:
    """Make a proposal the active revision. Raises Conflict if it was decided already, or, unless `anyway`,
    if the memory has moved on since it was proposed.
    """
    actor.require(Permission.REVIEW)
    with turn(actor, _workspace_of(actor, revision_id)) as writing:
        revision, memory = _pending(writing, revision_id)
        if revision.base_number != memory.version and not anyway:
            raise Conflict(
                "The memory has changed since this was proposed. Compare, then approve anyway or reject."
            )
        before = Revision.objects.filter(
            workspace_id=writing.workspace, memory_id=memory.pk, status=Status.ACTIVE
        ).first()
        activate(writing, memory, revision, before=before)
        memory.save()
        revision.save(update_fields=["status", "number", "decided_at"])
        details = {"version": memory.version}
        writing.record(events.APPROVED, memory_id=memory.pk, revision_id=revision.pk, details=details)
    return revision


def reject(actor: Actor, *, revision_id: UUID) -> Revision:
    """Turn a proposal down; its text is not proposed again. Raises Conflict if it was decided already."""
    actor.require(Permission.REVIEW)
    with turn(actor, _workspace_of(actor, revision_id)) as writing:
        revision, memory = _pending(writing, revision_id)
        retire(writing, revision, Status.REJECTED)
        exclude(writing.workspace, [revision.content_hash], reason=REJECTED)
        writing.record(events.REJECTED, memory_id=memory.pk, revision_id=revision.pk)
    return revision


def _workspace_of(actor: Actor, revision_id: UUID) -> UUID:
    found = Revision.objects.filter(pk=revision_id, workspace_id__in=list(actor.workspaces.values()))
    workspace: UUID | None = found.values_list("workspace_id", flat=True).first()
    if workspace is None:
        raise no_such_memory(str(revision_id))
    return workspace


def _pending(writing: Turn, revision_id: UUID) -> tuple[Revision, Memory]:
    """The proposal as it stands now that the workspace is locked."""
    revision = Revision.objects.filter(workspace_id=writing.workspace, pk=revision_id).first()
    if revision is None:
        raise no_such_memory(str(revision_id))
    if revision.status != Status.PROPOSED:
        raise Conflict(f"This proposal was decided already: it is {revision.status}.")
    return revision, access.memory_with_id(writing.actor, memory_id=revision.memory_id)
