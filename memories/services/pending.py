"""A proposal that waits: found, looked at for what moved under it, and told why it could not be decided."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, ContinuumError, Forbidden, NotFound
from memories import access
from memories.errors import no_such_memory, wrong_version
from memories.models import Memory, Revision, Status
from memories.models.outdated import Moved, moves_under, with_moves
from memories.services.turns import Turn

MAX_FAILURE = Revision._meta.get_field("failure").max_length


@dataclass(frozen=True, slots=True)
class Approval:
    """How a proposal is approved; see `approve`."""

    anyway: bool = False
    replace_similar: bool = False
    expected_version: int | None = None


def workspace_of(actor: Actor, revision_id: UUID) -> UUID:
    """Where a proposal waits that this actor may decide on. Raises NotFound, Forbidden."""
    found = access.revisions(actor.workspaces.values()).filter(pk=revision_id)
    workspace: UUID | None = found.values_list("workspace_id", flat=True).first()
    if workspace is None:
        raise no_such_memory(str(revision_id))
    actor.require_in(Permission.REVIEW, workspace)
    return workspace


def pending(writing: Turn, revision_id: UUID) -> tuple[Revision, Memory]:
    """The proposal as it stands now that the workspace is locked, with what has moved under it."""
    known = Revision.objects.filter(workspace_id=writing.workspace, pk=revision_id)
    revision = with_moves(known).first()
    if revision is None:
        raise no_such_memory(str(revision_id))
    memory = access.memory_with_id(writing.actor, memory_id=revision.memory_id, every_task=True)
    if revision.status != Status.PROPOSED:
        raise Conflict(f"This proposal was decided already: it is {revision.status}.")
    return revision, memory


def refuse_unseen(memory: Memory, revision: Revision, how: Approval) -> None:
    """Raise Conflict where approving would change more than who approves can have seen."""
    if how.expected_version not in (None, memory.version):
        raise wrong_version(expected=how.expected_version, current=memory.version)
    if how.anyway:
        return
    if memory.archived_at is not None:
        raise Conflict("The memory is archived. Restore it first, or approve anyway, which brings it back.")
    matters = {Moved.TEXT, Moved.FIELDS, Moved.SUPERSEDED} | (
        {Moved.BESIDE} if how.replace_similar else set()
    )
    moved = [move for move in moves_under(revision) if move in matters]
    if moved:
        raise Conflict(f"{moved[0].sentence} Compare, then approve anyway or reject.")


def note_failure(where: UUID, revision_id: UUID, error: Exception) -> None:
    """Write on a proposal that still waits why its approval failed. Not for who may not know of it at all.

    Our own messages hold no remembered text; of a foreign error only its kind is kept.
    """
    if isinstance(error, Forbidden | NotFound):
        return
    message = error.message if isinstance(error, ContinuumError) else type(error).__name__
    waiting = Revision.objects.filter(workspace_id=where, pk=revision_id, status=Status.PROPOSED)
    waiting.update(failure=message[:MAX_FAILURE])
