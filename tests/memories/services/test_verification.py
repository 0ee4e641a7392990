"""The chain of events shows any change that is made behind its back."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.models import ChainHead, Event
from memories.services import chains, verification
from memories.services.events import link, link_hash
from memories.services.verification import verify_events
from oauth.models import User
from tests.conftest import agent_actor
from tests.stories import append, remember
from tests.tampering import behind_its_back


@pytest.fixture
def tamper(committed: None, alice: User) -> Callable[..., Any]:
    """Five events in alice's default workspace; runs a statement behind their back and walks the chain."""
    actor = agent_actor(alice)
    with access.acting(actor):
        remember(actor, "milk", name="shopping")
        for line in ("eggs", "bread", "salt"):
            append(actor, "shopping", line)
        assert verify_events(actor).holds

    def tampered(statement: str, *params: Any) -> verification.Verified:
        with behind_its_back() as cursor:
            cursor.execute(statement, [*params, actor.workspaces["default"]])
        with access.acting(actor):
            return verify_events(actor)

    return tampered


def test_a_chain_that_nobody_touched_holds(actor: Actor) -> None:
    remember(actor, "milk", name="shopping")
    append(actor, "shopping", "eggs")
    assert verify_events(actor) == verification.Verified("default", events=3, first=1, last=3)


@pytest.mark.parametrize(
    "change",
    ["client = 'somebody'", "at = at + interval '1 us'", "details = '{}'", "action = 'x'", "user_id = NULL",
     "agent = 'x'", "memory_id = gen_random_uuid()", "revision_id = NULL"],
)  # fmt: skip
def test_any_changed_field_breaks_its_link(tamper: Callable[..., Any], change: str) -> None:
    found = tamper(f"UPDATE memories_event SET {change} WHERE sequence = 3 AND workspace_id = %s")
    assert found.broken == verification.BrokenLink(3, chains.CHANGED)
    assert (found.events, found.last) == (2, 2)


@pytest.mark.parametrize(
    ("where", "sequence", "reason"),
    [
        ("sequence = 3", 4, chains.MISSING),
        ("sequence = 1", 2, chains.UNANCHORED),
        ("sequence <= 3", 4, chains.UNANCHORED),
        ("sequence = 5", 4, chains.CUT_OFF),
        ("sequence > 0", 5, chains.CUT_OFF),
    ],
)
def test_a_missing_event_is_missed(
    tamper: Callable[..., Any], where: str, sequence: int, reason: str
) -> None:
    found = tamper(f"DELETE FROM memories_event WHERE {where} AND workspace_id = %s")
    assert found.broken == verification.BrokenLink(sequence, reason)


def test_a_change_with_its_hash_made_anew_breaks_the_next_link(
    tamper: Callable[..., Any], alice: User
) -> None:
    with access.acting(agent_actor(alice)):
        event = Event.objects.get(sequence=3, workspace__name="default")
    event.client = "somebody"
    statement = "UPDATE memories_event SET client = %s, hash = %s WHERE sequence = 3 AND workspace_id = %s"
    found = tamper(statement, event.client, link_hash(event))
    assert found.broken == verification.BrokenLink(4, chains.RELINKED)


def test_a_forged_end_does_not_fit_the_head(tamper: Callable[..., Any], alice: User) -> None:
    with access.acting(agent_actor(alice)):
        event = Event.objects.get(sequence=5, workspace__name="default")
    event.client = "somebody"
    statement = "UPDATE memories_event SET client = %s, hash = %s WHERE sequence = 5 AND workspace_id = %s"
    found = tamper(statement, event.client, link_hash(event))
    assert found.broken == verification.BrokenLink(5, chains.CUT_OFF)


def test_the_walk_holds_little_however_long_the_chain(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "EVENTS_AT_ONCE", 100)
    head = ChainHead.objects.get(workspace_id=actor.workspaces["default"])
    events = (Event(workspace_id=head.workspace_id, at=timezone.now(), action="x") for _ in range(10_000))
    Event.objects.bulk_create([link(head, event) for event in events], batch_size=2_000)
    head.save()
    tracemalloc.start()
    found = verify_events(actor)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.holds, found.events) == (True, 10_001)
    assert peak < 4_000_000


def test_who_may_not_read_verifies_nothing(actor: Actor, stranger: Actor) -> None:
    with pytest.raises(Forbidden, match="memory:read"):
        verify_events(replace(actor, permissions=frozenset({Permission.WRITE})))
    with access.acting(stranger), pytest.raises(NotFound):
        verify_events(stranger, workspace="team")
