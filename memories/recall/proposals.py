"""The queue of proposals, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from continuum.kernel.actor import Actor
from memories import access
from memories.errors import invalid
from memories.models import Revision
from memories.recall.cursors import cursor_for, position_in
from memories.recall.listing import list_proposals
from memories.recall.query import DEFAULT_LIMIT, MAX_LIMIT


@dataclass(frozen=True, slots=True)
class Proposals:
    """One page of what waits for a person, newest first."""

    proposals: Sequence[Revision]
    next_cursor: str | None = None


def page_of_proposals(
    actor: Actor, *, workspace: str | None = None, limit: int = DEFAULT_LIMIT, cursor: str | None = None
) -> Proposals:
    """What waits in one workspace. The cursor stays good while proposals are decided.

    Raises Forbidden, NotFound (the workspace), ValidationFailed (limit, cursor).
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid("limit", f"The limit is a number from 1 to {MAX_LIMIT}.")
    queue = list_proposals(actor, workspace=workspace)
    bound_to = f"proposals:{actor.user_id}:{access.workspace_id(actor, workspace)}"
    position = position_in(cursor, bound_to)
    if position is not None:
        moment, last = datetime.fromisoformat(position[0]), UUID(position[1])
        queue = queue.filter(Q(created_at__lt=moment) | Q(created_at=moment, pk__gt=last))
    rows = list(queue[: limit + 1])
    page = rows[:limit]
    last_place = [page[-1].created_at.isoformat(), str(page[-1].pk)] if page else None
    return Proposals(page, cursor_for(bound_to, last_place) if len(rows) > limit else None)
