"""Putting a revision and its passages in place, and taking one out of sight."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memories import access
from memories.errors import no_such_memory
from memories.models import Fingerprint, Link, Memory, Passage, RecallTier, Revision, Status
from memories.models.revision import LIVE
from memories.services import events
from memories.services.changes import apply_changes, changes_of
from memories.services.contents import Content
from memories.services.drafts import Draft, Piece, Screened, Vectors, WriteMode
from memories.services.holding import follow_facts, retire_facts_of
from memories.services.pieces import pieces_of
from memories.services.policy import LOW_TRUST
from memories.services.sight import take_out_of_sight
from memories.services.turns import Turn
from memories.text.links import linked_names
from memories.text.normalise import content_hash
from memories.text.sources import named_source

FULLY_FOUND, WORDS_ONLY, NOT_FOUND = "words+meaning", "words", "nothing"


def new_revision(
    turn: Turn, memory: Memory, item: Screened, content: Content, *, base: Revision | None
) -> Revision:
    """A revision of the memory, proposed for now, with everything the draft says about its text."""
    draft = item.draft
    description = draft.description if draft.description is not None or base is None else base.description
    return Revision(
        workspace_id=turn.workspace,
        memory_id=memory.pk,
        status=Status.PROPOSED,
        base_number=memory.version,
        content=content.text,
        value=content.value,
        patch=content.patch,
        changes=changes_of(draft),
        content_hash=content_hash(content.text),
        description=description or "",
        batch_id=turn.batch_id,
        author_id=turn.actor.user_id,
        client=turn.actor.client,
        agent=turn.actor.agent,
        created_at=turn.now,
        **_provenance(draft, content, base),
    )


# What a text keeps of the one before, where nothing else is given: added to, and said again.
_ADDED_TO = ("source", "source_date", "valid_from", "valid_until")
_SAID_AGAIN = (*_ADDED_TO, "confidence", "basis", "user_confirmed")
_NOT_GIVEN: tuple[Any, ...] = (None, "")


def _provenance(draft: Draft, content: Content, base: Revision | None) -> dict[str, Any]:
    """Where the text comes from. Words from outside do not become the agent's own by being added to or said
    again; a text that is replaced takes its provenance along.
    """
    found = {field: getattr(draft, field) for field in _SAID_AGAIN}
    found |= {"basis": draft.basis or "", "user_confirmed": draft.user_confirmed or None}
    if base is None:
        return found | {"trust": draft.trust, "user_confirmed": draft.user_confirmed}
    again = draft.write_mode is WriteMode.REPLACE and base.content_hash == content_hash(content.text)
    kept = _SAID_AGAIN if again else _ADDED_TO if draft.write_mode is not WriteMode.REPLACE else ()
    found |= {field: getattr(base, field) for field in kept if found[field] in _NOT_GIVEN}
    found["user_confirmed"] = bool(found["user_confirmed"])
    return found | {"trust": base.trust if kept and base.trust in LOW_TRUST else draft.trust}


def activate(turn: Turn, memory: Memory, revision: Revision, *, before: Revision | None) -> None:
    """Make the revision the one that is read: `before` and what it supersedes retire, the memory follows it.

    The caller saves the memory and the revision, and sees to the passages (`follow` or `put_passages`).
    """
    if before is not None:
        retire(turn, before)
    for other in revision.supersedes:
        retire_memory(turn, other, by=revision)
    apply_changes(memory, revision.changes)
    if (
        memory.expires_at is not None
        and memory.expires_at <= turn.now
        and "expires_at" not in revision.changes
    ):
        memory.expires_at = None  # said anew, it is no longer over
    memory.version += 1
    memory.updated_at = turn.now
    memory.archived_at = None
    if turn.actor.person:
        memory.erasure_asked_at = None  # who says it anew wants it no longer erased
    revision.number = memory.version
    revision.status = Status.ACTIVE
    revision.decided_at = turn.now
    if memory.recall_tier != RecallTier.ALWAYS:
        turn.to_extract[revision.pk] = memory.pk


def seen_as(memory: Memory) -> tuple[bool, datetime | None, datetime | None]:
    """What its passages must know of a memory: when one of these moves, they are to `follow`."""
    return memory.private, memory.expires_at, memory.archived_at


def follow(turn: Turn, memory: Memory) -> None:
    """Have the passages say of the memory what it says of itself, and every live revision have some: none of
    what is archived or in quarantine.
    """
    passages = Passage.objects.filter(workspace_id=turn.workspace, memory_id=memory.pk)
    passages.update(private=memory.private, reach=memory.reach, expires_at=memory.expires_at)
    found = set(passages.values_list("revision_id", flat=True))
    waiting = {passage.revision_id for passage in turn.passages}
    live = Revision.objects.filter(workspace_id=turn.workspace, memory_id=memory.pk, status__in=LIVE)
    hidden = memory.archived_at is not None or memory.quarantined_at is not None
    for revision in live.exclude(pk__in=found | waiting) if not hidden else []:
        pieces = pieces_of(
            revision.content, name=memory.name, description=revision.description, source=revision.source
        )
        put_passages(turn, memory, revision, pieces, None)
    if not hidden:
        follow_facts(turn, memory)


def retire(turn: Turn, revision: Revision, status: Status = Status.SUPERSEDED) -> None:
    """Take a live revision out of sight: its passages go, its text and its facts stay as history."""
    if revision.status == Status.ACTIVE:
        retire_facts_of(turn, revision)
    take_out_of_sight(turn.workspace, revision_id=revision.pk)
    revision.status = status
    revision.retired_at = turn.now
    revision.save(update_fields=["status", "retired_at"])


def retire_memory(turn: Turn, memory_id: UUID, *, by: Revision) -> None:
    """Retire the active revision of a memory that another one replaces. Its history stays under its own
    name.
    """
    active = Revision.objects.filter(
        workspace_id=turn.workspace, memory_id=memory_id, status=Status.ACTIVE
    ).first()
    if active is not None:
        retire(turn, active)
        details = {"by_memory": str(by.memory_id), "by_revision": str(by.pk)}
        turn.record(events.SUPERSEDED, memory_id=memory_id, revision_id=active.pk, details=details)


def superseded_ids(turn: Turn, draft: Draft, *, besides: Memory) -> list[UUID]:
    """The ids of the memories that the draft names as replaced; NotFound if one of them is not here."""
    if draft.supersedes:
        turn.flush()  # it may be one that was written in this very turn
    found = []
    for name in draft.supersedes:
        other = access.find_memory(turn.actor, workspace=turn.workspace, name=name, task_id=draft.task_id)
        if other is None and name != besides.name:
            raise no_such_memory(name)
        if other is not None and other.pk != besides.pk:
            found.append(other.pk)
    return found


def is_findable(revision: Revision) -> bool:
    return Passage.objects.filter(workspace_id=revision.workspace_id, revision_id=revision.pk).exists()


def found_by(revision: Revision) -> str:
    """By what a revision can be found right now."""
    passages = Passage.objects.filter(workspace_id=revision.workspace_id, revision_id=revision.pk)
    if not passages.exists():
        return NOT_FOUND
    return WORDS_ONLY if passages.filter(vector=None).exists() else FULLY_FOUND


def source_key(source: str) -> int | None:
    """What stands for a source that the writer named, whichever client told it, where passages are to be
    found beside each other; None for none. migrations/0011 computes the same.
    """
    named = named_source(source)
    digest = hashlib.sha256(named.encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True) if named else None


def put_passages(
    turn: Turn, memory: Memory, revision: Revision, pieces: Sequence[Piece], vectors: Vectors | None
) -> str:
    """Make the revision findable: by its words now, by meaning too when the vectors are there. Says which.

    What is proposed to an archived memory is found when that comes back, what is history never.
    """
    if memory.archived_at is not None or revision.status not in LIVE:
        return NOT_FOUND
    place = {
        "source_key": source_key(revision.source),
        "told_at": revision.source_date or revision.created_at,
    }
    for number, piece in enumerate(pieces):
        passage = Passage(
            workspace_id=turn.workspace,
            memory_id=memory.pk,
            revision_id=revision.pk,
            ordinal=piece.ordinal,
            sentence=piece.sentence,
            text=piece.text,
            section=piece.section[: Passage.SECTION_LENGTH],
            private=memory.private,
            reach=memory.reach,
            expires_at=memory.expires_at,
            speaker=piece.speaker,
            words=piece.words,
            **place,
        )
        if vectors is not None:
            set_vector(passage, vectors.pieces[number], vectors.model)
        turn.passages.append(passage)
    turn.links += links_of(revision)
    if vectors is None:
        turn.to_index.append(revision.pk)
        return WORDS_ONLY
    turn.fingerprints.append(fingerprint(revision, vectors.whole, vectors.model))
    return FULLY_FOUND


def links_of(revision: Revision) -> list[Link]:
    """What its text links to, as rows that are not put down yet."""
    return [
        Link(
            workspace_id=revision.workspace_id,
            memory_id=revision.memory_id,
            revision_id=revision.pk,
            name=name,
            place=place,
        )
        for place, name in enumerate(linked_names(revision.content))
    ]


def set_vector(passage: Passage, vector: NDArray[np.float32], model: str) -> None:
    passage.vector = vector
    passage.dimensions = len(vector)
    passage.model = model


def fingerprint(revision: Revision, whole: NDArray[np.float32], model: str) -> Fingerprint:
    return Fingerprint(
        revision_id=revision.pk,
        workspace_id=revision.workspace_id,
        vector=whole,
        dimensions=len(whole),
        model=model,
    )
