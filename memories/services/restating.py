"""Putting a screened text down as a new revision of a memory that is known already, by its row and not its
name: a text that was in the store before, or a proposal's text that a person has edited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, NotFound
from memories import access
from memories.errors import wrong_version
from memories.models import Memory, Revision, Status
from memories.models.revision import LIVE
from memories.services import events
from memories.services.contents import Content
from memories.services.drafts import Answer, Outcome, Screened
from memories.services.old_news import settle
from memories.services.policy import Decision
from memories.services.revisions import (
    FULLY_FOUND,
    activate,
    follow,
    found_by,
    new_revision,
    put_passages,
    seen_as,
)
from memories.services.turns import Turn, turn

_SAME = "The memory says exactly this already."


def active_revision(memory: Memory) -> Revision | None:
    return Revision.objects.filter(
        workspace_id=memory.workspace_id, memory_id=memory.pk, status=Status.ACTIVE
    ).first()


def restate(
    writing: Turn,
    memory: Memory,
    item: Screened,
    *,
    before: Revision | None,
    changes: Mapping[str, Any] | None = None,
    supersedes: list[UUID] | None = None,
    dated: bool = False,
) -> tuple[Revision, str]:
    """A new revision with this text, in force at once in place of the one `before`; `dated`: unless it is old
    news. Also says by what it is found.
    """
    revision = _worded(writing, memory, item, changes)
    revision.supersedes = list(supersedes or ())
    seen = seen_as(memory)
    put = settle if dated else activate
    put(writing, memory, revision, before=before)
    memory.save()
    writing.revisions.append(revision)
    found = put_passages(writing, memory, revision, item.pieces, item.vectors)
    if seen_as(memory) != seen:
        writing.flush()
        follow(writing, memory)
    return revision, found


def propose_again(
    writing: Turn, memory: Memory, item: Screened, *, changes: Mapping[str, Any] | None = None
) -> tuple[Revision, str]:
    """A new proposal with this text. Also says by what it is found."""
    revision = _worded(writing, memory, item, changes)
    writing.revisions.append(revision)
    return revision, put_passages(writing, memory, revision, item.pieces, item.vectors)


def _worded(writing: Turn, memory: Memory, item: Screened, changes: Mapping[str, Any] | None) -> Revision:
    content = Content(text=item.text, value=item.draft.value)
    revision = new_revision(writing, memory, item, content, base=None)
    revision.changes = dict(changes or {})
    revision.similar = _memories_saying(writing, item.verdict.similar, besides=memory)
    revision.conflicts_with = _memories_saying(writing, item.verdict.conflicts, besides=memory)
    return revision


def _memories_saying(writing: Turn, content_hashes: Sequence[str], *, besides: Memory) -> list[UUID]:
    """The memories that say these texts now and that the actor may see, each once."""
    if not content_hashes:
        return []
    live = Revision.objects.filter(
        workspace_id=writing.workspace, status__in=LIVE, content_hash__in=content_hashes
    )
    seen = access.memories(writing.actor, [writing.workspace]).exclude(pk=besides.pk)
    found = seen.filter(pk__in=live.values("memory_id")).order_by("pk").values_list("pk", flat=True)
    return list(found)


def revert_to(
    actor: Actor, *, memory_id: UUID, number: int, screened: Screened, expected_version: int | None = None
) -> Answer:
    """Have the memory say again what it said in that version. Raises Forbidden, NotFound, Conflict (archived)
    and VersionConflict.
    """
    actor.require(Permission.WRITE)
    where = access.memory_with_id(actor, memory_id=memory_id, task_id=screened.draft.task_id).workspace_id
    with turn(actor, where, Permission.WRITE) as writing:
        memory = access.memory_with_id(actor, memory_id=memory_id, task_id=screened.draft.task_id)
        if expected_version is not None and expected_version != memory.version:
            raise wrong_version(expected=expected_version, current=memory.version)
        if memory.archived_at is not None:
            raise Conflict("The memory is archived. Restore it first.")
        return _revert(writing, memory, number, screened)


def _revert(writing: Turn, memory: Memory, number: int, item: Screened) -> Answer:
    active = active_revision(memory)
    if active is not None and (active.content, active.value) == (item.text, item.draft.value):
        return _answer(
            writing, memory, active, status=Outcome.DUPLICATE, found=found_by(active), reason=_SAME
        )
    storing = item.verdict.decision == Decision.STORE
    revision, found = (
        restate(writing, memory, item, before=active) if storing else propose_again(writing, memory, item)
    )
    details = {"version": memory.version, "to": number}
    action = events.REVERTED if storing else events.PROPOSED
    writing.record(action, memory_id=memory.pk, revision_id=revision.pk, details=details)
    status = Outcome.STORED if storing else Outcome.PROPOSED
    reason = item.verdict.reason or ("" if found == FULLY_FOUND else item.without_vectors)
    return _answer(writing, memory, revision, status=status, found=found, reason=reason)


def _answer(
    writing: Turn, memory: Memory, revision: Revision, *, status: Outcome, found: str, reason: str
) -> Answer:
    return Answer(
        status=status,
        memory_id=str(memory.pk),
        revision_id=str(revision.pk),
        name=memory.name,
        workspace=access.workspace_name(writing.actor, writing.workspace),
        version=memory.version,
        found_by=found,
        reason=reason,
    )


def version_of(memory: Memory, number: int) -> Revision:
    """The revision of the memory with this number, or NotFound."""
    found = Revision.objects.filter(
        workspace_id=memory.workspace_id, memory_id=memory.pk, number=number
    ).first()
    if found is None:
        raise NotFound("This memory has no such version.", version=number)
    return found
