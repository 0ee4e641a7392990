"""What happened lately to memories, in all of a person's workspaces."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.models import Memory, Scope


@dataclass(frozen=True, slots=True)
class Lately:
    """An event with the memory that it was about. Without a name: it is forgotten, or is not to be named."""

    action: str
    at: datetime
    client: str
    agent: str
    name: str
    workspace: str
    task_id: str
    user_id: int | None = None


def lately(actor: Actor, *, limit: int) -> list[Lately]:
    """The newest events about memories, newest first; private memories are not named. Two queries, however
    many workspaces there are. Raises Forbidden.
    """
    actor.require(Permission.READ)
    newest = [
        access.events_in([where]).exclude(memory_id=None).order_by("-sequence")[:limit]
        for where in actor.workspaces.values()
    ]
    if not newest:
        return []
    together = (
        newest[0].union(*newest[1:], all=True).order_by("-at", "-sequence") if newest[1:] else newest[0]
    )
    events = list(together[:limit])
    named = _named(actor, {event.memory_id for event in events if event.memory_id})
    return [
        Lately(
            event.action,
            event.at,
            event.client,
            event.agent,
            memory.name if (memory := named.get(event.memory_id)) else "",
            access.workspace_name(actor, event.workspace_id),
            memory.scope_key if memory and memory.scope == Scope.TASK else "",
            event.user_id,
        )
        for event in events
    ]


def _named(actor: Actor, wanted: set[UUID]) -> dict[UUID | None, Memory]:
    seen = access.memories(actor, actor.workspaces.values(), every_task=True)
    found = seen.filter(pk__in=wanted, quarantined_at=None).exclude(sensitivity="private")
    return {memory.pk: memory for memory in found}
