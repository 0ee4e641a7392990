"""Handoffs as readers see them: the words, where it stands, and what became of the memories it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import NotFound
from memories import access
from memories.errors import invalid
from memories.models import Handoff, Scope, Sensitivity, Status
from memories.recall.cursors import cursor_for, position_in
from memories.recall.query import DEFAULT_LIMIT, MAX_LIMIT
from memories.text.normalise import forgiving

State = Handoff.State
OVER = (State.REPLACED, State.WITHDRAWN, State.DECLINED)


class Change(StrEnum):
    """What became of a memory since a handoff was made. `gone` is also what this reader may not see."""

    NONE = ""
    CHANGED = "changed"
    RETIRED = "retired"
    ARCHIVED = "archived"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Linked:
    """A memory that a handoff rests on: its versions then and now. Without a name when it is gone."""

    name: str
    workspace: str
    version_then: int
    version_now: int
    change: Change

    @property
    def warning(self) -> str:
        """A sentence on what a reader should know, empty where nothing has changed."""
        return {
            Change.NONE: "",
            Change.CHANGED: f"{self.name} is at version {self.version_now} now, not {self.version_then}.",
            Change.RETIRED: f"{self.name} was replaced by another memory since.",
            Change.ARCHIVED: f"{self.name} was put away since.",
            Change.GONE: "A memory that this rests on is no longer there.",
        }[self.change]


@dataclass(frozen=True, slots=True)
class Shown:
    """A handoff, how it stands now, and what it rests on."""

    handoff: Handoff
    workspace: str
    state: str
    memories: Sequence[Linked]

    @property
    def warnings(self) -> list[str]:
        return [linked.warning for linked in self.memories if linked.warning]


@dataclass(frozen=True, slots=True)
class Resumed:
    """`status` is ready (then there is a handoff), taken, expired or not_found; `waiting` counts the others
    that are open to this reader.
    """

    status: str
    handoff: Shown | None = None
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Handoffs:
    """One page, newest first."""

    handoffs: Sequence[Shown]
    next_cursor: str | None = None


READY, TAKEN, EXPIRED, NOT_FOUND = "ready", "taken", "expired", "not_found"


def resume_handoff(
    actor: Actor, *, task_id: str | None = None, workspace: str | None = None, private: bool = False
) -> Resumed:
    """The newest handoff that this actor can go on with: of the task or, without one, of any. Reading takes
    nothing: see `acknowledge_handoff`. Raises Forbidden, NotFound (the workspace).
    """
    actor.require(Permission.READ)
    rows = _wanted(actor, workspace, task_id=task_id, private=private)
    now = timezone.now()
    usable = rows.filter(_usable(actor, now))
    newest = usable.first()
    if newest is None:
        return Resumed(_why_none(rows.exclude(state__in=OVER).first(), now))
    waiting = usable.filter(state=State.OPEN).exclude(pk=newest.pk).count()
    return Resumed(READY, show(actor, [newest], private=private)[0], waiting)


def _usable(actor: Actor, now: datetime) -> Q:
    """Open, or taken over by this very agent; a person goes on with whatever was."""
    still_open = Q(state=State.OPEN) & (Q(expires_at=None) | Q(expires_at__gt=now))
    taken = Q(state=State.ACKNOWLEDGED)
    if actor.person:
        return still_open | taken
    own = {"settled_user_id": actor.user_id, "settled_client": actor.client, "settled_agent": actor.agent}
    return still_open | taken & Q(**own)


def _why_none(newest: Handoff | None, now: datetime) -> str:
    state = newest.state_at(now) if newest is not None else ""
    return {State.EXPIRED.value: EXPIRED, State.ACKNOWLEDGED.value: TAKEN}.get(state, NOT_FOUND)


def get_handoff(actor: Actor, *, handoff_id: UUID, private: bool = False) -> Shown:
    """One handoff, in whatever state. Raises Forbidden, NotFound."""
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    found = access.handoffs(actor, actor.workspaces.values()).filter(pk=handoff_id).first()
    if found is None or (found.sensitivity == Sensitivity.PRIVATE and not private):
        raise NotFound("No handoff with this id here.", handoff=str(handoff_id))
    return show(actor, [found], private=private)[0]


def list_handoffs(
    actor: Actor,
    *,
    workspace: str | None = None,
    task_id: str | None = None,
    states: Sequence[str] | None = None,
    private: bool = False,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> Handoffs:
    """Those of the workspace, read together with the default one, newest first. Raises Forbidden, NotFound
    (the workspace), ValidationFailed.
    """
    actor.require(Permission.READ)
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    if unknown := [state for state in states or () if state not in State.values]:
        raise invalid("states", f"{unknown[0][:40]!r} is none of {', '.join(State.values)}.")
    rows = _in_states(_wanted(actor, workspace, task_id=task_id, private=private), states)
    bound_to = f"handoffs:{actor.user_id}:{actor.agent}:{workspace}:{task_id}:{states}:{private}"
    position = position_in(cursor, bound_to)
    if position is not None:
        moment, last = datetime.fromisoformat(position[0]), UUID(position[1])
        rows = rows.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__gt=last))
    page = list(rows[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    place = [page[-1].created_at.isoformat(), str(page[-1].pk)] if more else None
    return Handoffs(show(actor, page, private=private), cursor_for(bound_to, place) if place else None)


def _wanted(actor: Actor, workspace: str | None, *, task_id: str | None, private: bool) -> QuerySet[Handoff]:
    access.asked_private(actor, private)
    rows = access.handoffs(actor, access.reading_ids(actor, workspace))
    rows = rows if private else rows.exclude(sensitivity=Sensitivity.PRIVATE)
    rows = rows if task_id is None else rows.filter(task_id=forgiving(task_id).strip())
    return rows.order_by("-created_at", "pk")


def _in_states(rows: QuerySet[Handoff], states: Sequence[str] | None) -> QuerySet[Handoff]:
    """As they stand now, also where nobody has written down yet that one expired."""
    if not states:
        return rows
    over = Q(state=State.OPEN, expires_at__lte=timezone.now())
    asked = Q(state__in=list(states)) & ~over
    return rows.filter(asked | over if State.EXPIRED in states else asked)


# --- What they rest on --------------------------------------------------------------------------------------


def show(actor: Actor, rows: Sequence[Handoff], *, private: bool = False) -> list[Shown]:
    """The handoffs with what became of their memories since, as far as this actor may see those: private ones
    where they are asked for.
    """
    links = access.handoff_links(rows)
    seen = _seen(actor, {link.memory_id for link in links}, private=private)
    now = timezone.now()
    shown = []
    for row in rows:
        resting = [link for link in links if link.handoff_id == row.pk]
        memories = [_linked(actor, row, seen.get(link.memory_id), link.version, now) for link in resting]
        workspace = access.workspace_name(actor, row.workspace_id)
        shown.append(Shown(row, workspace, row.state_at(now), memories))
    return shown


def _seen(actor: Actor, ids: Iterable[UUID], *, private: bool) -> dict[UUID, Any]:
    """The memories by their ids, each with `holds`: whether it says something now."""
    workspaces = list(actor.workspaces.values())
    active = access.revisions(workspaces).filter(memory_id=OuterRef("pk"), status=Status.ACTIVE)
    found = access.memories(actor, workspaces, every_task=True).filter(pk__in=list(ids))
    found = found if private else found.exclude(sensitivity=Sensitivity.PRIVATE)
    return {memory.pk: memory for memory in found.annotate(holds=Exists(active) | Q(version=0))}


def _linked(actor: Actor, row: Handoff, memory: Any, version: int, now: datetime) -> Linked:
    if memory is None or (memory.scope == Scope.TASK and memory.scope_key != row.task_id):
        return Linked("", "", version, 0, Change.GONE)
    workspace = access.workspace_name(actor, memory.workspace_id)
    return Linked(memory.name, workspace, version, memory.version, _change(memory, version, now))


def _change(memory: Any, version: int, now: datetime) -> Change:
    if not memory.present_at(now):
        return Change.ARCHIVED
    if not memory.holds:
        return Change.RETIRED
    return Change.CHANGED if memory.version != version else Change.NONE
