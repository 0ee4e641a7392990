"""What is kept out, and the owner's way to let it in again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Excluded, Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Event, Exclusion
from memories.services import lifting
from memories.services.events import EXCLUSION_LIFTED
from memories.services.lifting import lift_exclusion, lift_text, list_exclusions
from memories.services.removal import forget
from tests.stories import remember

TEXT = "Ben owes us eleven euros."


@pytest.fixture
def forgotten(person: Actor) -> Actor:
    remember(person, TEXT, name="debt")
    forget(person, name="debt")
    return person


def test_what_is_kept_out_is_listed_without_its_words(forgotten: Actor) -> None:
    found = list_exclusions(forgotten)
    assert [row.reason for row in found.rows] == ["forgotten"] and found.counts == {"forgotten": 1}
    assert "Ben" not in str(found)


def test_lifted_by_its_number_it_may_be_remembered_again(forgotten: Actor) -> None:
    agent = replace(forgotten, person=False, agent="codex", client="token:1")
    with pytest.raises(Excluded):
        remember(agent, TEXT)
    lift_exclusion(forgotten, exclusion_id=list_exclusions(forgotten).rows[0].id)
    assert remember(agent, TEXT).status == "stored"
    assert Event.objects.filter(action=EXCLUSION_LIFTED).count() == 1


def test_lifted_by_its_words_capitals_and_spaces_do_not_count(forgotten: Actor) -> None:
    lift_text(forgotten, text="  ben owes us  ELEVEN euros. ")
    assert not list_exclusions(forgotten).rows


def test_other_words_and_no_words_lift_nothing(forgotten: Actor) -> None:
    with pytest.raises(NotFound):
        lift_text(forgotten, text="Ben owes us twelve euros.")
    with pytest.raises(ValidationFailed):
        lift_text(forgotten, text="  \u200b ")
    assert len(list_exclusions(forgotten).rows) == 1 and not Event.objects.filter(action=EXCLUSION_LIFTED)


def test_no_agent_and_no_token_lifts(forgotten: Actor) -> None:
    number = list_exclusions(forgotten).rows[0].id
    agent = replace(forgotten, person=False, client="token:1")
    for lifts in (lambda: lift_exclusion(agent, exclusion_id=number), lambda: lift_text(agent, text=TEXT)):
        with pytest.raises(Forbidden):
            lifts()
    assert Exclusion.objects.count() == 1


def test_a_stranger_neither_sees_nor_lifts(forgotten: Actor, stranger: Actor) -> None:
    number = list_exclusions(forgotten).rows[0].id
    with access.acting(stranger):
        assert not list_exclusions(stranger).rows
        with pytest.raises(NotFound):
            lift_exclusion(replace(stranger, person=True), exclusion_id=number)


def test_a_long_list_comes_in_pages(forgotten: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifting, "MOST_LISTED", 1)
    remember(forgotten, "The bridge opens at noon.", name="bridge")
    forget(forgotten, name="bridge")
    first = list_exclusions(forgotten)
    second = list_exclusions(forgotten, before=first.next_before)
    assert len(first.rows) == len(second.rows) == 1 and second.next_before is None
    assert first.rows[0].id > second.rows[0].id
