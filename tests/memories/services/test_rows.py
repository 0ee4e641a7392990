"""Rows put down many at a time are the rows that one by one would have been."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from continuum.kernel.actor import Actor
from memories.models import Event, Fingerprint, Memory, Revision
from memories.services.rows import insert

AT = datetime(2026, 11, 30, 9, 30, 15, 123456, tzinfo=UTC)
ODD = "quotes ' \" and \\ slashes, \t a tab,\n two lines, \u0001, \u2028, 東京, 🧵"


def _memory(actor: Actor, name: str = "m", **fields: object) -> Memory:
    return Memory(workspace_id=actor.workspaces["default"], name=name, created_at=AT, updated_at=AT, **fields)


def _revision(actor: Actor, memory: Memory, **fields: object) -> Revision:
    return Revision(
        workspace_id=actor.workspaces["default"],
        memory_id=memory.pk,
        status="proposed",
        content_hash="0" * 64,
        author_id=1,
        created_at=AT,
        **fields,
    )


def test_every_kind_of_value_comes_back_as_it_was(actor: Actor) -> None:
    memory = _memory(actor, tags=["a", "b, c"], expires_at=AT)
    insert([memory])
    value = {"deep": [1, 2.5, None, ODD], "": {}}
    revision = _revision(actor, memory, content=ODD, value=value, confidence=0.1, basis="agent_inferred")
    revision.supersedes = [memory.pk]
    insert([revision])
    kept_memory, kept = Memory.objects.get(pk=memory.pk), Revision.objects.get(pk=revision.pk)
    assert (kept_memory.tags, kept_memory.expires_at, kept_memory.archived_at) == (["a", "b, c"], AT, None)
    assert (kept.content, kept.value, kept.confidence, kept.supersedes) == (ODD, value, 0.1, [memory.pk])
    assert (kept.number, kept.patch, kept.changes) == (None, None, {})


@pytest.mark.parametrize("value", ["text", 7, True, [1, "two"], {}])
def test_a_value_of_any_json_type_stays_what_it_is(actor: Actor, value: object) -> None:
    memory = _memory(actor)
    insert([memory])
    revision = _revision(actor, memory, content="x", value=value)
    insert([revision])
    assert Revision.objects.get(pk=revision.pk).value == value


def test_vectors_keep_half_precision(actor: Actor) -> None:
    memory = _memory(actor)
    revision = _revision(actor, memory, content="x")
    insert([memory])
    insert([revision])
    vector = np.array([0.1, -0.25, 1e-3], np.float32)
    fingerprint = Fingerprint(
        revision_id=revision.pk, workspace_id=memory.workspace_id, dimensions=3, model="m"
    )
    fingerprint.vector = vector
    insert([fingerprint])
    assert Fingerprint.objects.get().vector == pytest.approx(vector.astype(np.float16).tolist())


def test_rows_know_that_they_are_kept_and_numbers_are_the_databases(actor: Actor) -> None:
    memories = [_memory(actor, f"m{n}") for n in range(3)]
    insert(memories)
    assert not any(memory._state.adding for memory in memories)
    before = set(Event.objects.values_list("pk", flat=True))
    events = [
        Event(workspace_id=memories[0].workspace_id, sequence=1_000 + n, at=AT, action="a", hash="h")
        for n in range(2)
    ]
    insert(events)
    assert len(set(Event.objects.values_list("pk", flat=True)) - before) == 2


def test_a_workspace_of_others_is_closed_to_it_too(actor: Actor, stranger: Actor) -> None:
    with pytest.raises(Exception, match="row-level security"):
        insert([_memory(stranger)])
