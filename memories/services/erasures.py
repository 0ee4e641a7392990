"""Memories that an agent asked to have erased, and a person's answer."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden
from memories import access
from memories.models import Memory
from memories.services import events
from memories.services.removal import Receipt, erase, show
from memories.services.turns import Turn, turn

_KEPT = "It was not erased."


def list_erasures(actor: Actor, *, workspace: str | None = None) -> QuerySet[Memory]:
    """What waits to be erased in one workspace or, without a name, in all of the actor's, oldest first."""
    actor.require(Permission.REVIEW)
    where = access.workspace_ids(actor, workspace, Permission.REVIEW)
    return access.memories(actor, where).exclude(erasure_asked_at=None).order_by("erasure_asked_at", "pk")


def decide_erasure(actor: Actor, *, memory_id: UUID, wanted: bool) -> Receipt:
    """Erase the memory, or turn the wish down: it comes back, unless it had been archived before.

    Only a person who is here now decides. Raises Forbidden, NotFound, Conflict (nobody asks for it any more).
    """
    actor.require(Permission.FORGET)
    if not actor.person:
        raise Forbidden("A person decides on erasures; this connection is none.")
    where = access.memory_with_id(actor, memory_id=memory_id).workspace_id
    with turn(actor, where, Permission.FORGET) as writing:
        memory = access.memory_with_id(actor, memory_id=memory_id)
        if memory.erasure_asked_at is None:
            raise Conflict("Nobody asks to have this memory erased any more.")
        return erase(writing, memory) if wanted else _keep(writing, memory)


def _keep(writing: Turn, memory: Memory) -> Receipt:
    writing.record(events.ERASURE_DECLINED, memory_id=memory.pk)
    if memory.archived_at == memory.erasure_asked_at:
        show(writing, memory)
        writing.record(events.RESTORED, memory_id=memory.pk)
    else:
        memory.erasure_asked_at = None
        memory.save(update_fields=["erasure_asked_at"])
    return Receipt(erased=False, name=memory.name, reason=_KEPT)
