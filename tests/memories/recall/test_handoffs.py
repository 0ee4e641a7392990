"""Resuming a handoff, and hearing what became of what it rests on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.intake.handoffs import create_handoff
from memories.models import Event, Handoff
from memories.recall.handoffs import get_handoff, list_handoffs, resume_handoff
from memories.services.handoffs import acknowledge_handoff, withdraw_handoff
from memories.services.removal import archive, forget
from tests.stories import remember


def handed(actor: Actor, **more: Any) -> Handoff:
    return create_handoff(actor, **{"task_id": "shop", "summary": "The cart is done.", **more}).handoff


def other(actor: Actor, agent: str = "claude") -> Actor:
    return replace(actor, agent=agent, client=f"token:{agent}")


def test_the_newest_one_of_the_task_is_resumed_and_reading_it_takes_nothing(actor: Actor) -> None:
    handed(other(actor, "cursor"), summary="Begun.")
    newest = handed(actor, next_actions=["Ship it."])
    handed(actor, task_id="blog")
    before = Event.objects.count()
    found = resume_handoff(other(actor), task_id=" shop ")
    assert (found.status, found.handoff.handoff.pk, found.waiting) == ("ready", newest.pk, 1)
    assert found.handoff.handoff.next_actions == ["Ship it."] and Event.objects.count() == before


def test_without_a_task_the_newest_one_that_is_for_me_is_resumed(actor: Actor) -> None:
    mine = handed(actor, addressee="Claude")
    handed(actor, task_id="blog", addressee="cursor")
    assert resume_handoff(other(actor)).handoff.handoff.pk == mine.pk


def test_who_took_it_goes_on_with_it_and_others_hear_that_it_is_taken(actor: Actor, person: Actor) -> None:
    handoff = handed(actor)
    acknowledge_handoff(other(actor), handoff_id=handoff.pk)
    assert resume_handoff(other(actor), task_id="shop").status == "ready"
    assert resume_handoff(other(actor, "cursor"), task_id="shop").status == "taken"
    assert resume_handoff(person, task_id="shop").status == "ready"


@pytest.mark.parametrize("end", ["taken", "expired"])
def test_an_open_one_is_found_behind_any_number_that_are_settled(actor: Actor, end: str) -> None:
    waiting = [handed(actor, task_id=f"waits-{number}") for number in range(2)]
    for number in range(55):
        handoff = handed(other(actor, f"agent-{number}"), task_id=f"task-{number}")
        if end == "taken":
            acknowledge_handoff(other(actor, "cursor"), handoff_id=handoff.pk)
    later = timezone.now() - timedelta(minutes=1)
    Handoff.objects.filter(state=Handoff.State.OPEN, task_id__startswith="task").update(expires_at=later)
    found = resume_handoff(other(actor))
    assert (found.status, found.handoff.handoff.pk, found.waiting) == ("ready", waiting[1].pk, 1)


@pytest.mark.parametrize("end", ["expired", "withdrawn", "never"])
def test_what_is_over_is_not_resumed(actor: Actor, end: str) -> None:
    if end != "never":
        handoff = handed(actor)
        if end == "expired":
            Handoff.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
        else:
            withdraw_handoff(actor, handoff_id=handoff.pk)
    found = resume_handoff(other(actor), task_id="shop")
    assert (found.status, found.handoff) == ("expired" if end == "expired" else "not_found", None)


def test_it_warns_where_a_memory_it_rests_on_has_changed(actor: Actor) -> None:
    names = ("same", "edited", "replaced", "archived", "erased")
    for number, name in enumerate(names):
        remember(actor, f"Decision {number} on {name}.", name=name)
    handed(actor, memories=names)
    remember(actor, "Decision 1 was another.", name="edited")
    remember(actor, "All of decision 2 is new.", name="newer", supersedes=["replaced"])
    archive(actor, name="archived")
    forget(actor, name="erased")
    shown = resume_handoff(other(actor)).handoff
    assert [linked.change for linked in shown.memories] == ["", "changed", "retired", "archived", "gone"]
    assert shown.warnings == [
        "edited is at version 2 now, not 1.",
        "replaced was replaced by another memory since.",
        "archived was put away since.",
        "A memory that this rests on is no longer there.",
    ]


def test_what_a_reader_may_not_see_has_no_name_there(actor: Actor, person: Actor) -> None:
    remember(person, "A surprise party.", name="party", sensitivity="private")
    handoff = handed(person, memories=["party"])
    assert get_handoff(person, handoff_id=handoff.pk, private=True).memories[0].name == "party"
    for reader in (actor, person):
        assert get_handoff(reader, handoff_id=handoff.pk).memories[0].name == "", "it was not asked for"
        assert resume_handoff(reader).handoff.memories[0].name == ""
        assert list_handoffs(reader).handoffs[0].memories[0].name == ""


def test_a_private_one_is_read_when_asked_for_by_who_may(actor: Actor, person: Actor) -> None:
    handoff = handed(person, sensitivity="private")
    assert resume_handoff(person).status == resume_handoff(actor).status == "not_found"
    assert resume_handoff(person, private=True).status == "ready"
    for reader, private in ((actor, False), (person, False)):
        with pytest.raises(NotFound):
            get_handoff(reader, handoff_id=handoff.pk, private=private)
    with pytest.raises(Forbidden):
        resume_handoff(actor, private=True)


def test_they_are_listed_newest_first_by_state_and_page(actor: Actor) -> None:
    made = [handed(actor, task_id=f"task-{number}") for number in range(3)]
    withdraw_handoff(actor, handoff_id=made[0].pk)
    Handoff.objects.filter(pk=made[1].pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    first = list_handoffs(actor, limit=2)
    rest = list_handoffs(actor, limit=2, cursor=first.next_cursor)
    assert [each.handoff.pk for each in (*first.handoffs, *rest.handoffs)] == [each.pk for each in made[::-1]]
    for states, wanted in ((["open"], made[2]), (["expired"], made[1]), (["withdrawn"], made[0])):
        assert [each.handoff.pk for each in list_handoffs(actor, states=states).handoffs] == [wanted.pk]
    assert list_handoffs(actor, task_id="nothing").handoffs == []


@pytest.mark.parametrize("asked", [{"limit": 0}, {"states": ["gone"]}, {"cursor": "x"}])
def test_what_cannot_be_listed_is_told(actor: Actor, asked: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed):
        list_handoffs(actor, **asked)


def test_strangers_and_who_may_not_read_see_none(actor: Actor, stranger: Actor) -> None:
    handoff = handed(actor, workspace="team")
    writer = replace(actor, permissions=frozenset({Permission.WRITE}))
    for verb in (resume_handoff, list_handoffs):
        with pytest.raises(Forbidden, match="memory:read"):
            verb(writer)
    with access.acting(stranger):
        assert list_handoffs(stranger).handoffs == []
        with pytest.raises(NotFound):
            get_handoff(stranger, handoff_id=handoff.pk)
        with pytest.raises(NotFound):
            resume_handoff(stranger, workspace="team")
