"""What is to be undone: a client's last writes, or those of a batch, as far as they were not undone yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from continuum.kernel.actor import DASHBOARD, Actor, Permission
from continuum.kernel.errors import Forbidden
from memories import access
from memories.errors import invalid
from memories.models import Batch, Event, Revision
from memories.services import events
from memories.services.batches import get_batch
from memories.services.undo_plan import UNDOABLE, WRITING, cancelled

MAX_LAST = 500
EVENTS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """The events of one workspace that are to be undone, by number, with the memories and revisions they are
    about; `batch` when they are a batch's, else `client` whose they are.
    """

    workspace: UUID
    sequences: frozenset[int]
    memories: frozenset[UUID]
    revisions: frozenset[UUID]
    client: str = ""
    batch: Batch | None = None
    lost: int = 0


def writes_of_client(actor: Actor, *, client: str, last: int, workspace: str | None = None) -> Wanted:
    """The client's last writes in a workspace that were not undone yet. Raises Forbidden, NotFound,
    ValidationFailed.
    """
    actor.require(Permission.REVIEW)
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    _refuse_a_persons(actor, [client])
    if not 1 <= last <= MAX_LAST:
        raise invalid("last", f"Between 1 and {MAX_LAST} writes are undone at once.")
    by_client = Event.objects.filter(
        workspace_id=where, client=client, action__in=UNDOABLE | {events.FORGOTTEN}
    )
    found: list[Event] = []
    before: int | None = None
    while len(found) < last:
        page = by_client.filter(sequence__lt=before) if before is not None else by_client
        rows = list(page.order_by("-sequence")[:EVENTS_AT_ONCE])
        undone = _undone_already(where, rows)
        found += [row for row in rows if row.sequence not in undone]
        if len(rows) < EVENTS_AT_ONCE:
            break
        before = rows[-1].sequence
    return _wanted(where, found[:last], client=client)


def writes_of_batch(actor: Actor, *, batch_id: UUID) -> Wanted:
    """All writes of a batch that were not undone yet. Raises Forbidden, NotFound."""
    actor.require(Permission.REVIEW)
    batch = get_batch(actor, batch_id=batch_id)
    where = batch.workspace_id
    actor.require_in(Permission.REVIEW, where)
    made = set(Revision.objects.filter(workspace_id=where, batch_id=batch_id).values_list("pk", flat=True))
    told = Event.objects.filter(workspace_id=where, at__gte=batch.created_at, action__in=UNDOABLE)
    wrote = Q(details__batch=str(batch_id)) | Q(revision_id__in=made, action__in=WRITING)
    story = list(told.filter(wrote).order_by("sequence"))
    _refuse_a_persons(actor, [batch.client, *(event.client for event in story)])
    undone = _undone_already(where, story)
    found = [event for event in story if event.sequence not in undone]
    return _wanted(where, found, batch=batch, lost=len(made - {event.revision_id for event in story}))


def _refuse_a_persons(actor: Actor, clients: Iterable[str]) -> None:
    """Raise Forbidden for a token that would take back what a person wrote."""
    if not actor.person and DASHBOARD in clients:
        raise Forbidden("A person wrote this; only a person takes it back.")


def _undone_already(where: UUID, rows: Sequence[Event]) -> set[int]:
    memories = {row.memory_id for row in rows}
    told = Event.objects.filter(workspace_id=where, memory_id__in=memories)
    moves = told.filter(details__has_key="undone") | told.filter(action=events.RESTORED)
    by_memory: defaultdict[UUID | None, list[Event]] = defaultdict(list)
    for event in moves.order_by("sequence"):
        by_memory[event.memory_id].append(event)
    return set().union(*map(cancelled, by_memory.values()))


def _wanted(where: UUID, found: Sequence[Event], **whose: Any) -> Wanted:
    revisions = frozenset(event.revision_id for event in found if event.revision_id)
    return Wanted(
        workspace=where,
        sequences=frozenset(event.sequence for event in found),
        memories=frozenset(event.memory_id for event in found if event.memory_id),
        revisions=revisions,
        **whose,
    )
