from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Excluded, Forbidden, NotFound
from memories import access
from memories.models import Event, Memory, Revision
from memories.services import removal
from memories.services.erasures import decide_erasure, list_erasures
from memories.services.removal import archive, forget
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import names_found, remember


@pytest.fixture
def asked(actor: Actor, person: Actor) -> Memory:
    """A memory that alice's agent asked to have erased, in a workspace that reviews."""
    remember(person, "The office is in Ghent.", name="office")
    change_workspace(person, workspace="default", mode="review")
    forget(actor, name="office")
    return Memory.objects.get()


@pytest.fixture
def other(charlie: User) -> Actor:
    return person_actor(charlie)


def actions() -> list[str]:
    return list(Event.objects.order_by("sequence").values_list("action", flat=True))[-2:]


def test_what_agents_ask_to_erase_is_listed(asked: Memory, person: Actor, actor: Actor) -> None:
    assert list(list_erasures(person)) == list(list_erasures(person, workspace="default")) == [asked]
    assert list(list_erasures(person, workspace="team")) == []
    with pytest.raises(Forbidden, match="memory:review"):
        list_erasures(replace(actor, permissions=frozenset({Permission.READ})))


def test_a_person_erases_it_and_its_text_stays_out(asked: Memory, person: Actor, actor: Actor) -> None:
    receipt = decide_erasure(person, memory_id=asked.pk, wanted=True)
    assert (receipt.erased, receipt.revisions, receipt.exclusions) == (True, 1, 1)
    assert Memory.objects.count() == Revision.objects.count() == 0
    assert actions() == ["memory.erasure_proposed", "memory.forgotten"]
    with pytest.raises(Excluded):
        remember(actor, "The office is in Ghent.")


def test_turned_down_it_comes_back_whole(asked: Memory, person: Actor) -> None:
    receipt = decide_erasure(person, memory_id=asked.pk, wanted=False)
    assert not receipt.erased
    assert names_found(person, "where is the office in Ghent") == ["office"]
    assert list(list_erasures(person)) == []
    assert actions() == ["memory.erasure_declined", "memory.restored"]


def test_turned_down_what_was_archived_before_stays_archived(actor: Actor, person: Actor) -> None:
    remember(person, "The office is in Ghent.", name="office")
    archive(person, name="office")
    change_workspace(person, workspace="default", mode="review")
    forget(actor, name="office")
    decide_erasure(person, memory_id=Memory.objects.get().pk, wanted=False)
    assert names_found(person, "office") == []
    assert Memory.objects.get().archived_at is not None


def test_it_is_decided_once(asked: Memory, person: Actor) -> None:
    decide_erasure(person, memory_id=asked.pk, wanted=False)
    with pytest.raises(Conflict):
        decide_erasure(person, memory_id=asked.pk, wanted=True)


def test_no_agent_decides_whatever_it_may(asked: Memory, actor: Actor, person: Actor) -> None:
    with pytest.raises(Forbidden, match="A person decides"):
        decide_erasure(actor, memory_id=asked.pk, wanted=True)
    lesser = replace(person, permissions=person.permissions - {Permission.FORGET})
    with pytest.raises(Forbidden, match="memory:forget"):
        decide_erasure(lesser, memory_id=asked.pk, wanted=True)


def test_a_stranger_finds_nothing_to_decide(asked: Memory, other: Actor) -> None:
    with access.acting(other):
        assert list(list_erasures(other)) == []
        with pytest.raises(NotFound):
            decide_erasure(other, memory_id=asked.pk, wanted=True)


def test_an_erasure_that_fails_half_way_erases_nothing(
    asked: Memory, person: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(removal.Turn, "record", broken)
    with pytest.raises(ZeroDivisionError):
        decide_erasure(person, memory_id=asked.pk, wanted=True)
    assert (Memory.objects.count(), Revision.objects.count()) == (1, 1)
