"""What a workspace holds of texts: the places that a scan for secrets looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from memories.models import (
    Activity,
    Batch,
    CapturedSession,
    CommonTerm,
    EntityName,
    Event,
    Fact,
    GoldenQuestion,
    GuideVersion,
    Handoff,
    IdempotentAnswer,
    Import,
    Job,
    Memory,
    Origin,
    Policy,
    Revision,
    Workspace,
)
from memories.services.sieve import Sieve

ROWS_AT_ONCE = 20
"""Revisions held in memory; each may have a mebibyte."""
OTHERS_AT_ONCE = 1_000
MEMORY_FIELDS = ("name", "kind", "tags", "scope_key")
REVISION_FIELDS = ("content", "description", "source", "value", "patch", "changes")

HANDOFF_FIELDS = ("task_id", "addressee", "summary", "answer")
HANDOFF_NAMES = ("client", "agent", "settled_client", "settled_agent")

# Beside memories: the model, how its rows are called, the fields with words, and those with a client's name.
_OTHERS: tuple[tuple[Any, str, tuple[str, ...], tuple[str, ...]], ...] = (
    (GuideVersion, "guide", ("text",), ("client",)),
    (Batch, "batch", ("label",), ("client", "agent")),
    (Policy, "policy", ("kind",), ("client",)),
    (CapturedSession, "captured session", ("session_id",), ("client",)),
    (IdempotentAnswer, "idempotency key", ("key", "answer"), ()),
    (CommonTerm, "common word", ("term",), ()),
    (EntityName, "entity", ("shown",), ()),
    (Fact, "fact", ("statement", "object"), ()),
    (Job, "job", ("error",), ()),
    (Event, "event", ("details",), ("client", "agent")),
    (Revision, "revision", ("failure",), ("client", "agent")),
    (Import, "import", ("filename", "error", "report"), ("client", "agent")),
    (Origin, "origin", ("place", "fields"), ()),
    (GoldenQuestion, "golden question", ("question",), ("client",)),
    (Handoff, "handoff", (*HANDOFF_FIELDS, *Handoff.LISTS), HANDOFF_NAMES),
    (Activity, "activity", ("items",), ("client", "agent")),
)


class Held(NamedTuple):
    """That a place holds a kind of secret; never the secret. `row` is the id of what the place is of."""

    place: str
    kind: str
    row: str


def revisions_of(memory: Memory) -> Iterator[Revision]:
    rows = Revision.objects.filter(workspace_id=memory.workspace_id, memory_id=memory.pk).order_by("pk")
    return rows.iterator(chunk_size=ROWS_AT_ONCE)


def held_in_memory(sieve: Sieve, memory: Memory) -> set[Held]:
    """What the memory and every kept revision of it hold."""
    row = str(memory.pk)
    found = _held(sieve, memory, MEMORY_FIELDS, "", row)
    for revision in revisions_of(memory):
        found |= _held(sieve, revision, REVISION_FIELDS, "", row)
    return found


def held_beside(sieve: Sieve, workspace: Workspace) -> Iterator[Held]:
    """What everything else in the workspace holds. It stays where it is; who is told of it changes it."""
    yield from _held(sieve, workspace, ("name",), "workspace ", str(workspace.pk))
    for model, called, words, clients in _OTHERS:
        rows: QuerySet[Any] = model.objects.filter(workspace_id=workspace.pk)
        for row in rows.only("pk", *words, *clients).iterator(chunk_size=OTHERS_AT_ONCE):
            yield from _held(sieve, row, words, f"{called} ", str(row.pk))
            for field in clients:
                kinds = sieve.kinds_in_label(getattr(row, field))
                yield from (Held(f"{called} {field}", kind, str(row.pk)) for kind in sorted(kinds))


def _held(sieve: Sieve, row: Any, fields: tuple[str, ...], called: str, row_id: str) -> set[Held]:
    return {
        Held(f"{called}{field}", kind, row_id)
        for field in fields
        for kind in sieve.kinds_in(getattr(row, field))
    }


def memory_ids(workspace: UUID) -> Iterator[UUID]:
    ids = Memory.objects.filter(workspace_id=workspace).order_by("pk").values_list("pk", flat=True)
    return ids.iterator(chunk_size=OTHERS_AT_ONCE)
