"""Whatever a client did, undoing it brings back what was there before it came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from memories.intake import embed
from memories.intake.again import revert, undo_client_writes
from memories.models import Memory, Passage, Revision, Status
from memories.recall.reading import get_memory
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, restore
from memories.services.review import approve
from memories.services.verification import verify_events
from tests.stories import append, remember

NAMES = st.sampled_from(["a", "b", "c"])
TEXTS = st.sampled_from(["one", "two", "three", "four"])
FIELDS = st.sampled_from([{}, {"kind": "project"}, {"tags": ["x"]}, {"recall_tier": "manual"}])
OPERATIONS = st.one_of(
    st.tuples(st.just("remember"), NAMES, TEXTS, FIELDS),
    st.tuples(st.just("fields"), NAMES, st.just(""), FIELDS),
    st.tuples(st.just("append"), NAMES, TEXTS, st.just({})),
    st.tuples(st.just("propose"), NAMES, TEXTS, FIELDS),
    st.tuples(st.just("supersede"), NAMES, NAMES, st.just({})),
    st.tuples(st.just("revert"), NAMES, st.sampled_from(["1", "2", "3"]), st.just({})),
    st.tuples(st.sampled_from(["archive", "restore", "tier", "approve"]), NAMES, st.just(""), st.just({})),
)


def act(actor: Actor, person: Actor, operation: tuple[str, str, str, dict[str, Any]]) -> None:
    """One operation; what a verb refuses did not happen."""
    kind, name, other, fields = operation
    count = Revision.objects.count()  # makes every text another one, so that none is a duplicate
    doing: dict[str, Callable[[], object]] = {
        "remember": lambda: remember(actor, f"{other} {count}", name=name, **fields),
        "fields": lambda: remember(actor, get_memory(actor, name=name).content, name=name, **fields),
        "append": lambda: append(actor, name, f"{other} {count}"),
        "propose": lambda: remember(actor, f"{other} {count}", name=name, trust="web", **fields),
        "supersede": lambda: remember(actor, f"over {count}", name=name, supersedes=[other]),
        "revert": lambda: revert(actor, name=name, to_number=int(other)),
        "archive": lambda: archive(actor, name=name),
        "restore": lambda: restore(actor, name=name),
        "tier": lambda: set_recall(actor, name=name, recall="always"),
        "approve": lambda: approve(person, revision_id=_waiting(actor, name), anyway=True),
    }
    try:
        with transaction.atomic():
            doing[kind]()
    except ContinuumError:
        return


def _waiting(actor: Actor, name: str) -> Any:
    mine = Revision.objects.filter(memory__name=name, status=Status.PROPOSED, client=actor.client)
    return mine.order_by("pk").values_list("pk", flat=True).first() or Memory().pk


def snapshot() -> dict[str, Any]:
    """What can be read: the text, the fields and the place of every memory, and what waits."""
    rows = Revision.objects.filter(status=Status.ACTIVE, memory__archived_at=None).select_related("memory")
    active = {
        row.memory.name: (row.content, row.memory.kind, tuple(row.memory.tags), row.memory.recall_tier)
        for row in rows
    }
    waiting = Revision.objects.filter(status=Status.PROPOSED, memory__archived_at=None)
    return {"active": active, "waiting": sorted(waiting.values_list("memory__name", "content"))}


def assert_sound(person: Actor) -> None:
    live = Revision.objects.filter(status__in=["active", "proposed"], memory__archived_at=None)
    found = set(Passage.objects.values_list("revision_id", flat=True))
    assert found == set(live.values_list("pk", flat=True))
    assert verify_events(person).holds


@pytest.fixture(autouse=True)
def without_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about meaning, and the model would take most of the time."""
    monkeypatch.setattr(embed, "MAX_PIECES_AT_ONCE", 0)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(before=st.lists(OPERATIONS, max_size=5), after=st.lists(OPERATIONS, min_size=1, max_size=8))
def test_undoing_everything_a_client_did_brings_back_what_was_before(
    actor: Actor, person: Actor, before: list[Any], after: list[Any]
) -> None:
    with transaction.atomic():
        for operation in before:
            act(person, person, operation)
        was = snapshot()
        for operation in after:
            act(actor, person, operation)
        undo_client_writes(person, client=actor.client, last=500)
        assert snapshot() == was
        assert_sound(person)
        transaction.set_rollback(True)
