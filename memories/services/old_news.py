"""Old news: a text about an earlier time than what is remembered is history, whenever it comes in."""

from __future__ import annotations

from datetime import datetime, timedelta

from memories.models import Memory, Revision, Status
from memories.services.revisions import activate
from memories.services.sight import take_out_of_sight
from memories.services.turns import Turn

NEAR = timedelta(days=1)  # dates are often given as days: what is nearer than one is not earlier
KEPT_AS_HISTORY = "It is about an earlier time than what is remembered now, and is kept as history."


def settle(turn: Turn, memory: Memory, revision: Revision, *, before: Revision | None) -> bool:
    """Put the revision in force, as `activate` does, unless it is old news to what it would replace: then it
    becomes a version that was in force in its own time, and nothing else changes. Says whether it is in
    force.
    """
    if _is_old_news(turn, revision, before):
        _file(turn, memory, revision)
        return False
    activate(turn, memory, revision, before=before)
    return True


def _is_old_news(turn: Turn, revision: Revision, before: Revision | None) -> bool:
    if revision.source_date is None:
        return False
    replaced = [before] if before is not None else []
    if revision.supersedes:
        replaced += Revision.objects.filter(
            workspace_id=turn.workspace, memory_id__in=revision.supersedes, status=Status.ACTIVE
        )
    return any(_is_earlier(revision, other) for other in replaced)


def _is_earlier(revision: Revision, other: Revision) -> bool:
    """Told earlier and of an earlier time. What holds the other's text tells of its time too."""
    adds_to = revision.patch is not None or revision.content.startswith(other.content)
    told, other_told = revision.source_date or revision.created_at, other.source_date or other.created_at
    return not adds_to and told + NEAR < other_told and _begins(revision) + NEAR < _begins(other)


def _begins(revision: Revision) -> datetime:
    """From when it is true, as looking back takes it (recall.as_of)."""
    return revision.valid_from or revision.source_date or revision.created_at


def _file(turn: Turn, memory: Memory, revision: Revision) -> None:
    """A version that is over already: looking back finds it by its dates, nothing else does."""
    memory.version += 1
    memory.updated_at = turn.now
    revision.number = memory.version
    revision.status = Status.SUPERSEDED
    revision.decided_at = revision.retired_at = turn.now
    if not revision._state.adding:
        take_out_of_sight(turn.workspace, revision_id=revision.pk)
