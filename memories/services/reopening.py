"""Having a text that was decided on wait for a decision once more."""

from __future__ import annotations

from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict
from memories import access
from memories.errors import no_such_memory
from memories.models import Revision, Status
from memories.services import events
from memories.services.drafts import Screened
from memories.services.exclusions import REJECTED, lift
from memories.services.pending import workspace_of
from memories.services.restating import propose_again
from memories.services.turns import turn


def reopen(actor: Actor, *, revision_id: UUID, screened: Screened) -> Revision:
    """A new proposal with the revision's text, by whoever proposed it first. Was it rejected, its text may be
    proposed again. Raises Forbidden, NotFound, Conflict (it waits already, is in force, or the memory is
    archived).
    """
    actor.require(Permission.REVIEW)
    where = workspace_of(actor, revision_id)
    with turn(actor, where, Permission.REVIEW) as writing:
        old = Revision.objects.filter(workspace_id=where, pk=revision_id).first()
        if old is None:
            raise no_such_memory(str(revision_id))
        memory = access.memory_with_id(actor, memory_id=old.memory_id, every_task=True)
        if old.status in (Status.PROPOSED, Status.ACTIVE) or memory.archived_at is not None:
            raise Conflict("This cannot be taken back to the queue: it waits, is in force, or is archived.")
        lift(where, old.content_hash, reason=REJECTED)
        again, _ = propose_again(writing, memory, screened, changes=old.changes)
        again.client, again.agent, again.supersedes = old.client, old.agent, old.supersedes
        details = {"reopened": str(old.pk)}
        writing.record(events.PROPOSED, memory_id=memory.pk, revision_id=again.pk, details=details)
    return again
