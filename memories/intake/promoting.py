"""Taking a memory to another workspace: a copy proposed to the people there, or a move between one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, Refused
from continuum.kernel.roles import Role
from memories import access
from memories.errors import invalid, no_such_memory
from memories.intake.shape import MAX_SOURCE
from memories.intake.submit import submit
from memories.models import Memory, Mode, Revision, Scope, Status, Trust
from memories.services import events
from memories.services.drafts import Answer, Draft, Outcome
from memories.services.removal import archive
from memories.services.turns import turn


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of the copy, and whether the original was put away: it is not while the copy waits."""

    answer: Answer
    archived: bool


@dataclass(frozen=True, slots=True)
class _Taken:
    """A memory, what it says, and the two workspaces."""

    memory: Memory
    said: Revision
    origin: str
    where: UUID
    target: UUID


def promote_memory(
    actor: Actor, *, name: str, to: str, workspace: str | None = None, task_id: str | None = None
) -> Answer:
    """Have what a memory says now remembered in another workspace, too. It comes there as a proposal; where
    its mode is auto, who may review there has it stored at once, unless the name is taken there.

    Its source says where it comes from; its history stays where it is. Raises Forbidden, NotFound, Refused
    (it is private), ValidationFailed (the same workspace) and what `submit` raises.
    """
    taken = _take(actor, name, to, workspace, task_id)
    if taken.memory.private:
        raise Refused("This memory is private. Make it public first: whoever is in that workspace reads it.")
    answer = submit(actor, draft=_draft(actor, taken, to, propose_only=not _stores(actor, taken)))
    _record(actor, taken, events.PROMOTED, answer)
    return answer


def move_memory(
    actor: Actor, *, name: str, to: str, workspace: str | None = None, task_id: str | None = None
) -> Moved:
    """Have what a memory says now remembered in another workspace of one's own instead: the copy keeps its
    fields, and the original is archived, with its history, where events tell of it.

    Raises Forbidden (a workspace of somebody else's) and what `promote_memory` raises; what is private is
    refused only where others read.
    """
    taken = _take(actor, name, to, workspace, task_id)
    for where in (taken.where, taken.target):
        if (role := actor.role_in(where)) is not Role.OWNER:
            raise Forbidden(
                "A memory is moved between workspaces of your own. Promote it instead.", role=role.value
            )
    access.workspace_id(actor, workspace, Permission.WRITE)
    answer = submit(actor, draft=_draft(actor, taken, to, moving=True))
    stands = answer.status is Outcome.STORED or answer.status is Outcome.DUPLICATE
    if stands:
        archive(actor, name=taken.memory.name, workspace=workspace, task_id=task_id)
        _record(actor, taken, events.MOVED, answer)
    return Moved(answer, archived=stands)


def _take(actor: Actor, name: str, to: str, workspace: str | None, task_id: str | None) -> _Taken:
    where = access.workspace_id(actor, workspace, Permission.READ)
    target = access.workspace_id(actor, to, Permission.WRITE)
    if where == target:
        raise invalid("to", "It is in this workspace already.")
    memory = access.memory_named(actor, workspace=where, name=name, task_id=task_id)
    said = access.revisions([where]).filter(memory_id=memory.pk, status=Status.ACTIVE).first()
    if said is None or memory.archived_at is not None:
        raise no_such_memory(name)
    return _Taken(memory, said, access.workspace_name(actor, where), where, target)


def _stores(actor: Actor, taken: _Taken) -> bool:
    """Whether policy may store it: by who decides there anyway, where nothing waits, and over nothing."""
    auto = (actor.mode or access.workspace(taken.target).mode) == Mode.AUTO
    there = access.find_memory(actor, workspace=taken.target, name=taken.memory.name)
    return auto and there is None and actor.holds(Permission.REVIEW, taken.target)


def _draft(
    actor: Actor, taken: _Taken, to: str, *, propose_only: bool = False, moving: bool = False
) -> Draft:
    """The text with where its words come from. Only a move takes along who is to be told it, and when."""
    memory, said = taken.memory, taken.said
    task = memory.scope_key if memory.scope == Scope.TASK else None
    own: dict[str, Any] = {
        "recall_tier": memory.recall_tier,
        "sensitivity": memory.sensitivity,
        "expected_version": 0,
    }
    known: dict[str, Any] = {
        "confidence": said.confidence,
        "basis": said.basis or None,
        "user_confirmed": said.user_confirmed,
    }
    return Draft(
        content=said.content if said.value is None else None,
        value=said.value,
        name=memory.name,
        description=said.description or None,
        kind=memory.kind,
        tags=memory.tags,
        scope=Scope.TASK if task else None,
        task_id=task,
        trust=said.trust if actor.person or said.trust != Trust.OWNER else Trust.AGENT,
        source=_source(said.source, taken.origin),
        source_date=said.source_date or said.created_at,
        valid_from=said.valid_from,
        valid_until=said.valid_until,
        expires_at=memory.expires_at,
        check_by=memory.check_by,
        workspace=to,
        propose_only=propose_only,
        **(known if actor.person else {}),
        **(own if moving else {}),
    )


def _source(source: str, origin: str) -> str:
    """Where the words came from, and from which workspace they were taken; the latter is never cut."""
    mark = f"from the workspace {origin}"
    if not source:
        return mark
    return f"{source[: MAX_SOURCE - len(mark) - 2]}; {mark}"


def _record(actor: Actor, taken: _Taken, action: str, answer: Answer) -> None:
    """In the chain of the workspace that it left: nothing goes out of one unseen."""
    details = {"to": str(taken.target), "memory": answer.memory_id, "status": answer.status.value}
    with turn(actor, taken.where, Permission.READ) as writing:
        writing.record(action, memory_id=taken.memory.pk, revision_id=taken.said.pk, details=details)
