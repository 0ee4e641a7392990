"""What happened in workspaces, newest first: every event, with its memory where that may be seen."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.models import Memory, Sensitivity
from memories.recall.cursors import cursor_for, fingerprint_of, position_in
from memories.recall.query import DEFAULT_LIMIT, MAX_LIMIT
from memories.text.days import parse_bound
from memories.text.errors import TextError
from memories.text.normalise import forgiving

MOST_LOOKED_AT = 50_000
"""Events of a workspace that are looked at for one page, the newest of the days that are asked for."""
GROUPS: Mapping[str, tuple[str, ...]] = {
    "writing": (
        "memory.remembered",
        "memory.filed_as_history",
        "memory.changed",
        "memory.superseded",
        "memory.reverted",
        "memory.promoted",
        "memory.moved",
    ),
    "review": (
        "memory.proposed",
        "memory.proposed_again",
        "proposal.approved",
        "proposal.rejected",
        "proposal.reopened",
        "proposal.withdrawn",
    ),
    "removal": (
        "memory.archived",
        "memory.restored",
        "memory.forgotten",
        "memory.erasure_proposed",
        "memory.erasure_declined",
        "memory.quarantined",
        "memory.released",
        "memory.redacted",
        "retention.cleaned_up",
    ),
    "undoing": ("memory.undone", "batch.opened", "batch.undone", "client.writes_undone"),
    "handoffs": (
        "handoff.created",
        "handoff.acknowledged",
        "handoff.declined",
        "handoff.withdrawn",
        "handoff.replaced",
        "handoff.expired",
        "handoff.erased",
    ),
    "rules": (
        "guide.changed",
        "policy.set",
        "policy.deleted",
        "workspace.created",
        "workspace.changed",
        "workspace.handed_over",
        "member.invited",
        "member.invitation_withdrawn",
        "member.joined",
        "member.role_changed",
        "member.removed",
        "member.left",
        "golden.pinned",
        "golden.unpinned",
        "golden.run",
        "index.rebuilt",
        "exclusion.lifted",
    ),
    "things": ("entity.merged", "entity.split", "entity.renamed"),
}
"""The actions that people look for together."""


@dataclass(frozen=True, slots=True)
class About:
    """The memory that something is about, as far as its reader may see it."""

    name: str
    workspace: str
    task_id: str
    private: bool


@dataclass(frozen=True, slots=True)
class Happened:
    """One event. `memory` is None where there is none, where it is gone, or where the reader may not see it;
    `details` are the event's own: ids, numbers and codes.
    """

    at: datetime
    workspace: str
    sequence: int
    action: str
    client: str
    agent: str
    memory_id: UUID | None
    memory: About | None
    details: Mapping[str, Any]
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class Happenings:
    """One page, newest first. `cut`: there may be more of it before the events that were looked at."""

    events: Sequence[Happened]
    next_cursor: str | None = None
    cut: bool = False


def list_events(
    actor: Actor,
    *,
    workspace: str | None = None,
    group: str | None = None,
    agent: str | None = None,
    since: str | None = None,
    until: str | None = None,
    private: bool = False,
    limit: int = DEFAULT_LIMIT,
    cursor: str | None = None,
) -> Happenings:
    """What happened in one workspace or, without a name, in all of the actor's. `group` is one of GROUPS,
    `agent` the name of an agent or the key of a client, `since` and `until` are days in the reader's zone,
    both included.

    Raises Forbidden, NotFound (the workspace), ValidationFailed (any field, a foreign cursor).
    """
    actor.require(Permission.READ)
    access.asked_private(actor, private)
    where = workspaces_of(actor, workspace)
    asked = [actor.user_id, sorted(map(str, where)), group, agent, since, until, private]
    bound_to = fingerprint_of(asked)
    params = {
        "workspaces": where,
        "actions": list(_actions(group)) if group else None,
        "agent": forgiving(agent).strip() if agent else None,
        "since": moment(actor, "since", since, end=False),
        "until": moment(actor, "until", until, end=True),
        "most": checked_limit(limit) + 1,
        "looked_at": MOST_LOOKED_AT,
        **_place(position_in(cursor, bound_to)),
    }
    rows = _rows(_NEWEST, params)
    more, page = len(rows) > limit, rows[:limit]
    names = abouts(actor, (row[7] for row in page), private=private)
    told = [_told(actor, row, names) for row in page]
    last = [page[-1][0].isoformat(), page[-1][2], str(page[-1][1])] if more else None
    cut = not more and bool(group or agent) and bool(_rows(_LONG, params)[0][0])
    return Happenings(told, cursor_for(bound_to, last) if last else None, cut)


def workspaces_of(actor: Actor, workspace: str | None) -> list[UUID]:
    """The one that is named, or all that are open. Raises NotFound."""
    return access.workspace_ids(actor, workspace, Permission.READ)


def checked_limit(limit: int) -> int:
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    return limit


def moment(actor: Actor, field: str, value: str | None, *, end: bool) -> datetime | None:
    """The day or time that was asked for, in UTC; with `end`, where a day is over. ValidationFailed else."""
    if not value:
        return None
    try:
        return parse_bound(value, actor.timezone, end=end)
    except TextError as error:
        raise invalid(field, str(error)) from None


def abouts(actor: Actor, ids: Iterable[UUID | None], *, private: bool) -> dict[UUID, About]:
    """The memories by their ids: those that this reader may see, private ones only where asked for."""
    wanted = {each for each in ids if each is not None}
    found = access.memories(actor, actor.workspaces.values(), every_task=True).filter(pk__in=wanted)
    found = found if private else found.exclude(sensitivity=Sensitivity.PRIVATE)
    return {each.pk: _about(actor, each) for each in found} if wanted else {}


def _about(actor: Actor, memory: Memory) -> About:
    task = memory.scope_key if memory.scope == "task" else ""
    return About(memory.name, access.workspace_name(actor, memory.workspace_id), task, memory.private)


def _actions(group: str) -> tuple[str, ...]:
    if group not in GROUPS:
        raise invalid("group", f"The group is one of {', '.join(GROUPS)}.")
    return GROUPS[group]


def _place(position: Any) -> dict[str, Any]:
    at, sequence, workspace = position or (None, None, None)
    return {"at": at, "sequence": sequence, "workspace": workspace}


def _rows(statement: str, params: Mapping[str, Any]) -> list[Any]:
    with connection.cursor() as running:
        running.execute(statement, params)
        found: list[Any] = running.fetchall()
    return found


def _told(actor: Actor, row: Any, names: Mapping[UUID, About]) -> Happened:
    at, where, sequence, action, client, agent, details, memory_id, user_id = row
    details = json.loads(details) if isinstance(details, str) else details
    workspace = access.workspace_name(actor, where)
    about = names.get(memory_id) if memory_id else None
    return Happened(at, workspace, sequence, action, client, agent, memory_id, about, details, user_id)


# Each workspace's newest by the index on its sequence (the planner would rather read the whole table, once
# for each), no more of them than MOST_LOOKED_AT, then the newest of those.
_NEWEST = """
    SELECT found.at, found.workspace_id, found.sequence, found.action, found.client, found.agent,
           found.details, found.memory_id, found.user_id
      FROM unnest(%(workspaces)s::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (
       SELECT * FROM (
         SELECT * FROM memories_event AS event
          WHERE event.workspace_id = asked.id
            AND (%(since)s::timestamptz IS NULL OR event.at >= %(since)s)
            AND (%(until)s::timestamptz IS NULL OR event.at < %(until)s)
            AND (%(at)s::timestamptz IS NULL
                 OR (event.at, event.sequence, event.workspace_id)
                    < (%(at)s::timestamptz, %(sequence)s::bigint, %(workspace)s::uuid))
          ORDER BY event.sequence DESC LIMIT %(looked_at)s
         ) AS event
        WHERE (%(actions)s::text[] IS NULL OR event.action = ANY (%(actions)s::text[]))
          AND (%(agent)s::text IS NULL OR event.agent = %(agent)s OR event.client = %(agent)s)
        LIMIT %(most)s
     ) AS found
     ORDER BY found.at DESC, found.sequence DESC, found.workspace_id DESC LIMIT %(most)s"""
_LONG = """
    SELECT exists (
      SELECT FROM memories_chainhead AS head
       WHERE head.workspace_id = ANY (%(workspaces)s::uuid[]) AND head.sequence > %(looked_at)s)"""
