"""One memory, whole, and everything that happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.errors import invalid, no_such_memory
from memories.models import Event, Memory, Revision
from memories.models.revision import LIVE
from memories.recall.answers import Remembered, remembered
from memories.recall.contradictions import with_contradictions
from memories.recall.links import with_links
from memories.recall.query import MAX_LIMIT


@dataclass(frozen=True, slots=True)
class Version:
    """One revision in a history. `number` is empty for what never became active."""

    revision_id: UUID
    number: int | None
    status: str
    content: str
    description: str
    trust: str
    source: str
    client: str
    agent: str
    created_at: datetime
    decided_at: datetime | None
    retired_at: datetime | None


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: who did what, through which client, when."""

    sequence: int
    at: datetime
    action: str
    user_id: int | None
    client: str
    agent: str
    revision_id: UUID | None
    details: dict[str, object]


@dataclass(frozen=True, slots=True)
class History:
    """A memory's revisions and events, newest first."""

    memory_id: UUID
    name: str
    workspace: str
    version: int
    revisions: Sequence[Version]
    events: Sequence[Happening]


@verb
def get_memory(
    actor: Actor,
    *,
    name: str,
    workspace: str | None = None,
    task_id: str | None = None,
    private: bool = False,
) -> Remembered:
    """A memory by name: from the workspace, else from the reader's default one. Raises NotFound,
    Forbidden.
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    memory = readable(actor, name=name, workspace=workspace, task_id=task_id, private=private)
    live = access.revisions([memory.workspace_id]).filter(memory_id=memory.pk, status__in=LIVE)
    revision = live.order_by("status", "-created_at").first()  # "active" sorts before "proposed"
    if revision is None or not memory.present_at(timezone.now()):
        raise no_such_memory(name)
    found = remembered(memory, revision, workspace=access.workspace_name(actor, memory.workspace_id))
    reading = access.reading_ids(actor, workspace)
    scopes = access.reaches(actor, task_id=task_id)
    found = with_links(actor, found, memory, reading=reading, task_id=task_id, private=private)
    return with_contradictions([found], workspaces=reading, scopes=scopes, private=private)[0]


@verb
def history(
    actor: Actor,
    *,
    name: str,
    workspace: str | None = None,
    task_id: str | None = None,
    private: bool = False,
    limit: int = 50,
) -> History:
    """Every revision and event of a memory, newest first, archived or not. Raises NotFound,
    ValidationFailed.
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    memory = readable(actor, name=name, workspace=workspace, task_id=task_id, private=private)
    revisions = access.revisions([memory.workspace_id]).filter(memory_id=memory.pk)
    return History(
        memory_id=memory.pk,
        name=memory.name,
        workspace=access.workspace_name(actor, memory.workspace_id),
        version=memory.version,
        revisions=[_version(revision) for revision in revisions.order_by("-created_at", "-pk")[:limit]],
        events=[_happening(event) for event in access.events(memory).order_by("-sequence")[:limit]],
    )


def readable(actor: Actor, *, name: str, workspace: str | None, task_id: str | None, private: bool) -> Memory:
    """The memory, archived or not: from the workspace, else from the reader's default one, or NotFound."""
    for where in access.reading_ids(actor, workspace):
        found = access.find_memory(actor, workspace=where, name=name, task_id=task_id)
        if found is not None and (private or not found.private):
            return found
    raise no_such_memory(name)


def _version(row: Revision) -> Version:
    return Version(
        revision_id=row.pk,
        number=row.number,
        status=row.status,
        content=row.content,
        description=row.description,
        trust=row.trust,
        source=row.source,
        client=row.client,
        agent=row.agent,
        created_at=row.created_at,
        decided_at=row.decided_at,
        retired_at=row.retired_at,
    )


def _happening(row: Event) -> Happening:
    return Happening(
        sequence=row.sequence,
        at=row.at,
        action=row.action,
        user_id=row.user_id,
        client=row.client,
        agent=row.agent,
        revision_id=row.revision_id,
        details=row.details,
    )
