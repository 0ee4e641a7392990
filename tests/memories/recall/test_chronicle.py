"""The timeline's verb: what happened, newest first, and no memory named to who may not see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Mode
from memories.recall import chronicle
from memories.recall.chronicle import GROUPS, list_events
from memories.services import events
from memories.services.removal import archive, forget
from memories.services.workspaces import create_workspace
from tests.stories import remember


def actions(actor: Actor, **asked: object) -> list[str]:
    return [event.action for event in list_events(actor, **asked).events]  # type: ignore[arg-type]


def test_what_happened_comes_newest_first_with_its_memory(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    archive(actor, name="tea")
    first, second, *_ = list_events(actor).events
    assert (first.action, second.action) == ("memory.archived", "memory.remembered")
    assert first.memory is not None and first.memory.name == "tea" and first.agent == actor.agent


def test_workspaces_are_read_together_and_one_by_one(person: Actor) -> None:
    made = create_workspace(person, name="shop", mode=Mode.AUTO)
    wide = person.joining("shop", made.pk)
    with access.acting(wide):
        remember(wide, "Closed on Sundays.", name="sundays", workspace="shop")
        remember(wide, "Tea at four.", name="tea")
        together = [event.workspace for event in list_events(wide).events]
        assert together[:2] == ["default", "shop"]
        assert {event.workspace for event in list_events(wide, workspace="shop").events} == {"shop"}


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_hold_every_event_once(actor: Actor, limit: int) -> None:
    for place in range(5):
        remember(actor, f"Train {place} leaves at {place}:15 from platform {place + 3}.", name=f"t{place}")
    whole, cursor, seen = list_events(actor, limit=100).events, None, []
    while True:
        page = list_events(actor, limit=limit, cursor=cursor)
        seen += page.events
        cursor = page.next_cursor
        if cursor is None:
            break
    assert [one.sequence for one in seen] == [one.sequence for one in whole]


def test_a_group_an_agent_and_days_narrow_it(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    archive(actor, name="tea")
    assert actions(actor, group="removal") == ["memory.archived"]
    assert actions(actor, agent="somebody else") == []
    assert actions(actor, until="2001-01-01") == [] and len(actions(actor, since="2001-01-01")) >= 2


def test_every_action_that_is_written_down_is_in_a_group() -> None:
    written = {value for name, value in vars(events).items() if name.isupper() and "." in str(value)}
    assert written <= {action for group in GROUPS.values() for action in group}


def test_private_and_forgotten_memories_are_not_named(person: Actor) -> None:
    remember(person, "The key lies under the pot.", name="key", sensitivity="private")
    remember(person, "Tea at four.", name="tea")
    forget(person, name="tea")
    assert all(event.memory is None for event in list_events(person, group="writing").events)
    told = list_events(person, group="writing", private=True).events
    assert [event.memory.name for event in told if event.memory] == ["key"]


def test_a_stranger_sees_nothing_and_no_workspace(actor: Actor, stranger: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    with access.acting(stranger):
        assert all(event.memory_id is None for event in list_events(stranger).events)
        with pytest.raises(NotFound):
            list_events(stranger, workspace="nowhere")


@pytest.mark.parametrize("wrong", [{"group": "x"}, {"since": "x"}, {"limit": 0}, {"cursor": "x"}])
def test_what_cannot_be_asked_is_said(actor: Actor, wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationFailed):
        list_events(actor, **wrong)  # type: ignore[arg-type]


def test_reading_needs_the_permission(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        list_events(replace(actor, permissions=frozenset()))


def test_for_what_is_rare_no_more_than_the_newest_are_looked_at(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(actor, "Tea at four.", name="tea")
    archive(actor, name="tea")
    for place in range(3):
        remember(actor, f"Train {place} leaves at {place}:15.", name=f"t{place}")
    assert not list_events(actor, group="removal").cut
    monkeypatch.setattr(chronicle, "MOST_LOOKED_AT", 3)
    found = list_events(actor, group="removal")
    assert (found.events, found.cut) == ([], True)
    assert not list_events(actor, limit=2).cut
