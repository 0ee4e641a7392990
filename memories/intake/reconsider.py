"""Taking a decision on a proposal back. The text comes in again, as any does that was in the store before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict
from memories import access
from memories.errors import no_such_memory
from memories.intake.again import revert, screened_again
from memories.models import Memory, Revision, Scope, Status
from memories.services.removal import archive
from memories.services.reopening import reopen
from memories.services.secrets import policies_of


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The memory's name, and whether the text waits again; a memory that was new is archived instead."""

    name: str
    waits: bool


def take_back(actor: Actor, *, revision_id: UUID) -> TakenBack:
    """Take back that a proposal was approved or rejected. What was rejected waits again. What was approved
    goes: the memory says again what it said before, and the text waits; where it said nothing before, it is
    archived.

    Raises Forbidden, NotFound, Conflict (something has changed since, or it was never decided), Refused.
    """
    actor.require(Permission.REVIEW)
    revision, memory = _decided(actor, revision_id)
    if revision.status == Status.ACTIVE:
        place = _place(actor, memory)
        number = revision.number or 0
        if number <= 1:
            archive(actor, **place)
            return TakenBack(memory.name, waits=False)
        revert(actor, to_number=number - 1, expected_version=number, **place)
    elif revision.status != Status.REJECTED:
        raise Conflict("Something has changed since: this decision cannot be taken back any more.")
    secrets = policies_of(access.workspace(memory.workspace_id))
    reopen(actor, revision_id=revision_id, screened=screened_again(actor, memory, revision, secrets))
    return TakenBack(memory.name, waits=True)


def _decided(actor: Actor, revision_id: UUID) -> tuple[Revision, Memory]:
    rows = access.revisions(actor.workspaces.values()).filter(pk=revision_id)
    found = rows.first()
    if found is None:
        raise no_such_memory(str(revision_id))
    actor.require_in(Permission.REVIEW, found.workspace_id)
    return found, access.memory_with_id(actor, memory_id=found.memory_id, every_task=True)


def _place(actor: Actor, memory: Memory) -> dict[str, Any]:
    return {
        "name": memory.name,
        "workspace": access.workspace_name(actor, memory.workspace_id),
        "task_id": memory.scope_key if memory.scope == Scope.TASK else None,
    }
