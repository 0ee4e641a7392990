"""Making again what is derived from texts: passages with their words, links, and what is to have vectors.

Some memories at a time, each lot a turn of its own, so that others may write in between and words go on
answering. A vector stays where the same model read the same words; the others are made by the pipeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np

from continuum.kernel.actor import Actor, Permission
from memories import access, outbox
from memories.models import Fingerprint, Job, Memory, Passage
from memories.services import events
from memories.services.revisions import follow
from memories.services.sight import take_out_of_sight
from memories.services.turns import Turn, turn
from memories.text.tokens import WORDS_VERSION

MEMORIES_AT_ONCE = 20
REVISIONS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How much was looked at and put down, how many vectors stayed, and the memory it went up to: None when
    there are no more.
    """

    memories: int = 0
    passages: int = 0
    kept: int = 0
    last: UUID | None = None

    def __add__(self, other: Rebuilt) -> Rebuilt:
        counts = (self.memories + other.memories, self.passages + other.passages, self.kept + other.kept)
        return Rebuilt(*counts, last=other.last)


def rebuild_some(
    actor: Actor, *, model: str, workspace: str | None = None, after: UUID | None = None
) -> Rebuilt:
    """Rebuild the next lot of memories behind `after`, by their ids. `model` is the embedder's that runs now,
    empty for none. Raises Forbidden, NotFound (the workspace).
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        rows = Memory.objects.filter(workspace_id=where).order_by("pk")
        rows = rows if after is None else rows.filter(pk__gt=after)
        some = list(rows[:MEMORIES_AT_ONCE])
        kept = sum(_rebuild(writing, memory, model) for memory in some)
        last = some[-1].pk if len(some) == MEMORIES_AT_ONCE else None
        return Rebuilt(len(some), len(writing.passages), kept, last)


def _rebuild(writing: Turn, memory: Memory, model: str) -> int:
    """Says how many vectors stay."""
    within: dict[str, Any] = {"workspace_id": writing.workspace, "memory_id": memory.pk}
    made = Passage.objects.filter(**within, model=model).exclude(vector=None)
    before = {_place(passage): passage for passage in made} if model else {}
    take_out_of_sight(writing.workspace, memory_id=memory.pk)
    start = len(writing.passages)
    follow(writing, memory)
    rows = writing.passages[start:]
    kept = sum(_keep_vector(passage, before.get(_place(passage))) for passage in rows)
    _leave_out_of_queue(writing, rows, model)
    return kept


def _place(passage: Passage) -> tuple[Any, ...]:
    return passage.revision_id, passage.ordinal, passage.sentence


def _keep_vector(passage: Passage, before: Passage | None) -> bool:
    """Only for the very words that the embedder read."""
    if before is None or (before.text, before.speaker) != (passage.text, passage.speaker):
        return False
    passage.vector = np.asarray(before.vector, dtype=np.float32)
    passage.dimensions, passage.model = before.dimensions, before.model
    return True


def _leave_out_of_queue(writing: Turn, rows: Sequence[Passage], model: str) -> None:
    """A revision that has every vector, and its fingerprint, is not indexed again."""
    waiting = {passage.revision_id for passage in rows if passage.vector is None}
    whole = {passage.revision_id for passage in rows} - waiting
    known = Fingerprint.objects.filter(workspace_id=writing.workspace, revision_id__in=whole, model=model)
    done = set(known.values_list("revision_id", flat=True))
    writing.to_index = [revision for revision in writing.to_index if revision not in done]


def note_rebuilt(actor: Actor, *, rebuilt: Rebuilt, workspace: str | None = None) -> None:
    """Write down that everything was rebuilt, and have common words counted anew. Raises Forbidden."""
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        details = {"memories": rebuilt.memories, "passages": rebuilt.passages, "kept": rebuilt.kept}
        writing.record(events.INDEX_REBUILT, details=details)
        row = access.workspace(where)
        row.words_version = WORDS_VERSION
        row.save(update_fields=["words_version"])
        outbox.enqueue(workspace=where, step=outbox.COUNT_WORDS)


def ask_for_reindex(actor: Actor, *, workspace: str | None = None) -> bool:
    """Have the workspace rebuilt by the worker; False where that waits already. Raises Forbidden,
    NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN):
        waiting = Job.objects.filter(workspace_id=where, step=outbox.REINDEX, state=Job.State.WAITING)
        if waiting.exists():
            return False
        outbox.enqueue(workspace=where, step=outbox.REINDEX)
    return True


def reads_words_otherwise(workspace: UUID) -> bool:
    """Whether its index was made by code that read other words out of a text."""
    return access.workspace(workspace).words_version != WORDS_VERSION


# --- Another model ------------------------------------------------------------------------------------------


def has_foreign_vectors(workspace: UUID, *, model: str) -> bool:
    """Whether vectors of the workspace were made by another model than this."""
    return bool(_foreign(workspace, model).exists())


def drop_foreign_vectors(actor: Actor, *, model: str, workspace: str | None = None) -> int:
    """Take vectors that another model made away from some revisions and have them indexed: until then they
    are found by their words, as they were before, for vectors of different models are never compared. Says
    how many revisions; 0 when none are left. Raises Forbidden, NotFound.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        foreign = _foreign(where, model)
        some = list(foreign.order_by().values_list("revision_id", flat=True).distinct()[:REVISIONS_AT_ONCE])
        rows = foreign.filter(revision_id__in=some)
        rows.update(vector=None, dimensions=None, model="")
        writing.to_index += some
    return len(some)


def _foreign(workspace: UUID, model: str) -> Any:
    return Passage.objects.filter(workspace_id=workspace).exclude(vector=None).exclude(model=model)
