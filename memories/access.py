"""The only way to rows: whose they are, and who may see them.

`acting(actor)` sets the actor's workspaces on the connection, where row-level security reads them; outside
it a query sees nothing. The filters here stay explicit all the same: they choose the index, the policy
catches the slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from psycopg.pq import TransactionStatus

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from continuum.kernel.errors import Forbidden
from memories.errors import no_such_memory, no_such_workspace
from memories.models import (
    Activity,
    ChainHead,
    Entity,
    EntityName,
    Event,
    Fact,
    Handoff,
    HandoffLink,
    Link,
    Memory,
    Mention,
    Revision,
    Scope,
    Sensitivity,
    Workspace,
)
from memories.models.memory import MemoryQuerySet, reach
from memories.text.errors import UnstorableText
from memories.text.normalise import clean

SETTING = "continuum.workspaces"


@contextmanager
def acting(actor: Actor) -> Iterator[Actor]:
    """Let queries see the rows of the actor's workspaces until the block ends. Blocks may be nested."""
    before = _set_workspaces(actor.workspaces.values())
    try:
        yield actor
    finally:
        _restore(before)


def _set_workspaces(workspaces: Iterable[UUID]) -> str:
    wanted = "{" + ",".join(str(workspace) for workspace in workspaces) + "}"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT before, set_config(%s, %s, false)"
            " FROM (SELECT current_setting(%s, true) AS before OFFSET 0) was",
            [SETTING, wanted, SETTING],
        )
        return cursor.fetchone()[0] or ""


def _restore(before: str) -> None:
    """Put the setting back, unless a failed transaction or a lost connection takes it back itself."""
    lost = connection.connection is None or connection.connection.closed
    if lost or connection.connection.info.transaction_status == TransactionStatus.INERROR:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config(%s, %s, false)", [SETTING, before])
    except (OperationalError, InterfaceError):
        connection.close()  # the server went away meanwhile, and the setting with it


# --- Workspaces ---------------------------------------------------------------------------------------------


def workspace_id(actor: Actor, name: str | None, permission: Permission) -> UUID:
    """The id of the named workspace (the default one when no name is given) in which the actor is to do this.

    NotFound where it is not the actor's, Forbidden where the connection or its person's role there does not
    let it: who resolves a workspace says what for.
    """
    wanted = name or DEFAULT_WORKSPACE
    if wanted not in actor.workspaces:
        actor.require(permission)
        raise no_such_workspace(wanted)
    actor.require_in(permission, actor.workspaces[wanted])
    return actor.workspaces[wanted]


def workspace_ids(actor: Actor, name: str | None, permission: Permission) -> list[UUID]:
    """The named workspace or, without a name, all in which the actor may do this. Raises what `workspace_id`
    does.
    """
    return [workspace_id(actor, name, permission)] if name else actor.where(permission)


def reading_ids(actor: Actor, name: str | None) -> list[UUID]:
    """What reading a workspace reads: itself first, then the reader's default one."""
    workspace_id(actor, name, Permission.READ)
    return entered_ids(actor, name)


def entered_ids(actor: Actor, name: str | None) -> list[UUID]:
    """The same for what whoever was let in is told, even who may only write. Raises NotFound."""
    if (asked := actor.workspaces.get(name or DEFAULT_WORKSPACE)) is None:
        raise no_such_workspace(name or DEFAULT_WORKSPACE)
    return list(dict.fromkeys((asked, actor.workspaces.get(DEFAULT_WORKSPACE, asked))))


def workspace_name(actor: Actor, wanted: UUID) -> str:
    return next(name for name, known in actor.workspaces.items() if known == wanted)


def lock_workspace(workspace: UUID) -> ChainHead:
    """Take the workspace's turn to write. The first lock of every writing verb, so writers cannot
    deadlock.
    """
    try:
        return ChainHead.objects.select_for_update().get(workspace_id=workspace)
    except ChainHead.DoesNotExist:
        raise no_such_workspace("") from None


def workspace(wanted: UUID) -> Workspace:
    """Its row. Raises NotFound where it was deleted since whoever asks was let in."""
    try:
        return Workspace.objects.get(pk=wanted)
    except Workspace.DoesNotExist:
        raise no_such_workspace("") from None


# --- Memories -------------------------------------------------------------------------------------------


def scope_key(actor: Actor, scope: str, task_id: str | None) -> str:
    """What identifies a scope: nothing, the task, or the agent."""
    return {Scope.TASK: task_id or "", Scope.AGENT: actor.agent}.get(Scope(scope), "")


def memories(
    actor: Actor, workspaces: Iterable[UUID], *, task_id: str | None = None, every_task: bool = False
) -> MemoryQuerySet:
    """The memories of these workspaces that this actor may see now, archived ones included: those of one task
    or, for who reviews, of every task. What is in quarantine nobody sees but who decides on it (see
    `quarantined`).
    """
    found = Memory.objects.filter(workspace_id__in=list(workspaces), quarantined_at=None).applying_to(
        agent=None if actor.person else actor.agent, task_id=task_id, every_task=every_task
    )
    return found if actor.private else found.exclude(sensitivity=Sensitivity.PRIVATE)


def quarantined(workspaces: Iterable[UUID]) -> MemoryQuerySet:
    """What waits in these workspaces for a person to say whether it holds a secret."""
    return Memory.objects.filter(workspace_id__in=list(workspaces)).exclude(quarantined_at=None)


def find_memory(
    actor: Actor, *, workspace: UUID, name: str, scope: str | None = None, task_id: str | None = None
) -> Memory | None:
    """One memory by name, or None. Without a scope: the task's when a task is named and has it, else the one
    for every agent, else the agent's own.
    """
    try:
        kept = clean(name)
    except UnstorableText:
        return None  # a name that could not be kept names nothing
    found = memories(actor, [workspace], task_id=task_id).filter(name=kept)
    if scope:
        found = found.filter(scope=scope, scope_key=scope_key(actor, scope, task_id))
    return min(found, key=lambda memory: _distance(memory, task_id), default=None)


def _distance(memory: Memory, task_id: str | None) -> int:
    if memory.scope == Scope.TASK:
        return 0 if memory.scope_key == task_id else 3
    return 1 if memory.scope == Scope.USER else 2


def memory_named(
    actor: Actor, *, workspace: UUID, name: str, scope: str | None = None, task_id: str | None = None
) -> Memory:
    """The memory to do something to, or NotFound. Who names a task means the task's own and no other."""
    exactly = scope or (Scope.TASK.value if task_id else None)
    found = find_memory(actor, workspace=workspace, name=name, scope=exactly, task_id=task_id)
    if found is None:
        raise no_such_memory(name)
    return found


def memory_with_id(
    actor: Actor, *, memory_id: UUID, task_id: str | None = None, every_task: bool = False
) -> Memory:
    seen = memories(actor, actor.workspaces.values(), task_id=task_id, every_task=every_task)
    found = seen.filter(pk=memory_id).first()
    if found is None:
        raise no_such_memory(str(memory_id))
    return found


def revisions(workspaces: Iterable[UUID]) -> QuerySet[Revision]:
    """The revisions of these workspaces. Which memory may be seen is asked of the memory (see `memories`)."""
    return Revision.objects.filter(workspace_id__in=list(workspaces))


def events(memory: Memory) -> QuerySet[Event]:
    """What happened to a memory that the caller was given by one of the functions above."""
    return Event.objects.filter(workspace_id=memory.workspace_id, memory_id=memory.pk)


def events_in(workspaces: Iterable[UUID]) -> QuerySet[Event]:
    """What happened in these workspaces. Which memory may be seen is asked of the memory (see `memories`)."""
    return Event.objects.filter(workspace_id__in=list(workspaces))


def activity(workspaces: Iterable[UUID]) -> QuerySet[Activity]:
    """What was done for clients in these workspaces. It names memories by their ids (see `memories`)."""
    return Activity.objects.filter(workspace_id__in=list(workspaces))


def handoffs(actor: Actor, workspaces: Iterable[UUID]) -> QuerySet[Handoff]:
    """The handoffs of these workspaces that this actor may see: a person all, an agent those that are for it
    or for anybody, and its own.
    """
    found = Handoff.objects.filter(workspace_id__in=list(workspaces))
    if not actor.person:
        own = Q(user_id=actor.user_id, client=actor.client, agent=actor.agent)
        found = found.filter(Q(addressee="") | Q(addressee__iexact=actor.agent) | own)
    return found if actor.private else found.exclude(sensitivity=Sensitivity.PRIVATE)


def handoff_links(rows: Iterable[Handoff]) -> list[HandoffLink]:
    """What handoffs rest on that the caller was given by `handoffs`, in the order in which it was named."""
    given = list(rows)
    within = {"workspace_id__in": [row.workspace_id for row in given], "handoff__in": given}
    return list(HandoffLink.objects.filter(**within).order_by("pk")) if given else []


def links(workspaces: Iterable[UUID]) -> QuerySet[Link]:
    """The links in live texts of these workspaces. Which memory may be seen is asked of the memory."""
    return Link.objects.filter(workspace_id__in=list(workspaces))


def reaches(actor: Actor, *, task_id: str | None) -> list[str] | None:
    """Which scopes' passages a search may look at, as Memory.reach spells them; None (a person) stands for
    all.
    """
    if actor.person:
        return None
    keys = [(Scope.USER, ""), (Scope.AGENT, actor.agent)] + ([(Scope.TASK, task_id)] if task_id else [])
    return [reach(scope, key) for scope, key in keys]


def asked_private(actor: Actor, asked: bool) -> bool:
    """Whether private memories are read: only when asked for, and only by who may."""
    if asked and not actor.private:
        raise Forbidden("This connection may not read private memories. The owner can allow it.")
    return asked


# --- Facts and the things they speak of ---------------------------------------------------------------------


def facts(
    actor: Actor, workspaces: Iterable[UUID], *, task_id: str | None = None, private: bool = False
) -> QuerySet[Fact]:
    """The facts of these workspaces that may be read now, those that are held no longer too. Private ones
    only where they are asked for (see `asked_private`).
    """
    found = Fact.objects.filter(
        Q(expires_at=None) | Q(expires_at__gt=Now()), workspace_id__in=list(workspaces)
    )
    reached = reaches(actor, task_id=task_id)
    found = found if reached is None else found.filter(reach__in=reached)
    return found if asked_private(actor, private) else found.exclude(private=True)


def mentions(
    actor: Actor, workspaces: Iterable[UUID], *, task_id: str | None = None, private: bool = False
) -> QuerySet[Mention]:
    """Where texts in force that may be read now speak of entities."""
    where = list(workspaces)
    seen = memories(actor, where, task_id=task_id).present()
    seen = seen if asked_private(actor, private) else seen.exclude(sensitivity=Sensitivity.PRIVATE)
    return Mention.objects.filter(workspace_id__in=where, live=True, memory__in=seen)


def entities(workspaces: Iterable[UUID]) -> QuerySet[Entity]:
    """The entities of these workspaces. Which may be seen follows from what speaks of them (see `facts`)."""
    return Entity.objects.filter(workspace_id__in=list(workspaces))


def entity_names(workspaces: Iterable[UUID]) -> QuerySet[EntityName]:
    return EntityName.objects.filter(workspace_id__in=list(workspaces))
