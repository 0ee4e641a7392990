"""Of facts about one thing one is held, in whatever order they came in and whatever goes again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.intake.again import revert, undo_client_writes
from memories.models import Entity, Fact, Mention
from memories.pipeline.work import work
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from tests.soundness import broken_promises
from tests.stories import remember

GHENT, BRUGES = "Ann lives in Ghent.", "Ann moved to Bruges."
AGAIN = "Ann lives in Ghent these days."
START = datetime(2024, 1, 1, tzinfo=UTC)


def homes() -> list[str]:
    rows = Fact.objects.filter(slot="place", retired_at=None)
    return list(rows.order_by("valid_from").values_list("object", flat=True))


def told(actor: Actor, text: str, name: str, day: int, **fields: Any) -> None:
    remember(actor, text, name=name, source_date=START + timedelta(days=10 * day), **fields)


def test_a_contradiction_retires_the_old_one_with_its_time(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    told(actor, BRUGES, "two", 2)
    work()
    old, new = Fact.objects.get(object="Ghent"), Fact.objects.get(object="Bruges")
    assert homes() == ["Bruges"]
    assert (old.retired_for, old.retired_by_id) == (Fact.Retired.CONTRADICTED, new.pk)
    assert old.valid_until == new.valid_from == START + timedelta(days=20)


def test_a_then_b_then_a_again_leaves_one(actor: Actor) -> None:
    for day, (name, text) in enumerate([("one", GHENT), ("two", BRUGES), ("three", AGAIN)]):
        told(actor, text, name, day)
        work()
    assert homes() == ["Ghent"]
    assert Fact.objects.get(retired_at=None).memory.name == "three"


@pytest.mark.parametrize("order", list(permutations([0, 1, 2])))
@pytest.mark.parametrize("at_once", [True, False])
def test_whatever_order_they_come_in_the_latest_is_held(
    actor: Actor, order: tuple[int, ...], at_once: bool
) -> None:
    story = [("one", GHENT), ("two", BRUGES), ("three", AGAIN)]
    for day in order:
        told(actor, story[day][1], story[day][0], day)
        if not at_once:
            work()
    work()
    assert homes() == ["Ghent"]
    assert Fact.objects.get(slot="place", retired_at=None).memory.name == "three"
    assert Fact.objects.filter(object="Bruges", retired_for=Fact.Retired.CONTRADICTED).exists()


def test_old_news_does_not_retire_what_is_newer(actor: Actor) -> None:
    told(actor, BRUGES, "two", 5)
    work()
    told(actor, GHENT, "one", 1, trust="import")
    work()
    assert homes() == ["Bruges"]


def test_news_of_what_began_lately_outweighs_what_was_said_in_between(actor: Actor) -> None:
    told(actor, GHENT, "one", 2)
    told(actor, "Ann moved to Bruges two weeks ago.", "two", 3)
    work()
    assert homes() == ["Bruges"]
    began = Fact.objects.get(object="Bruges").valid_from
    assert began == START + timedelta(days=16), "which was before the other was told"
    told(actor, "Ann lives in Rome since 2020.", "three", 4)
    work()
    assert homes() == ["Bruges"]


def test_what_was_over_by_its_own_words_contradicts_nothing(actor: Actor) -> None:
    remember(actor, "Ann lived in Rome from 2010 to 2014.")
    remember(actor, GHENT)
    work()
    assert homes() == ["Rome", "Ghent"]


@pytest.mark.parametrize("remove", [archive, forget])
def test_what_a_memory_retired_comes_back_when_it_goes(actor: Actor, remove: Any) -> None:
    told(actor, GHENT, "one", 1)
    told(actor, BRUGES, "two", 2)
    work()
    remove(actor, name="two")
    assert homes() == ["Ghent"]
    held = Fact.objects.get(slot="place", retired_at=None)
    assert held.valid_until is None and Fact.objects.filter(object="Ghent").count() == 2, "the gap is history"


def test_what_came_back_goes_again_with_a_restore(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    told(actor, BRUGES, "two", 2)
    work()
    archive(actor, name="two")
    restore(actor, name="two")
    work()
    assert homes() == ["Bruges"]


def test_a_superseded_memory_holds_nothing(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    work()
    told(actor, "Ann likes tea.", "two", 2, supersedes=["one"])
    assert homes() == []
    work()
    assert homes() == []


def test_what_several_say_is_held_once_and_outlives_the_first(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    told(actor, AGAIN, "two", 2)
    work()
    assert homes() == ["Ghent"] and Fact.objects.get(retired_at=None).memory.name == "one"
    forget(actor, name="one")
    assert homes() == ["Ghent"] and Fact.objects.get(retired_at=None).memory.name == "two"


def test_a_private_memory_retires_no_public_fact(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    told(actor, BRUGES, "two", 2, sensitivity="private")
    work()
    assert sorted(homes()) == ["Bruges", "Ghent"]


def test_facts_are_as_private_as_their_memory_at_once(actor: Actor) -> None:
    told(actor, GHENT, "one", 1)
    work()
    told(actor, GHENT, "one", 1, sensitivity="private")
    assert all(Fact.objects.values_list("private", flat=True))


def test_a_memory_that_becomes_a_rule_holds_nothing_until_it_is_none(person: Actor) -> None:
    told(person, GHENT, "one", 1)
    work()
    set_recall(person, name="one", recall="always")
    assert homes() == [] and not Mention.objects.filter(live=True).exists()
    set_recall(person, name="one", recall="relevance")
    work()
    assert homes() == ["Ghent"]


def test_revert_and_undo_leave_the_facts_of_the_text_in_force(person: Actor) -> None:
    remember(person, GHENT, name="one")
    remember(person, "Ann likes tea.", name="one")
    work()
    revert(person, name="one", to_number=1)
    work()
    assert homes() == ["Ghent"]
    undo_client_writes(person, client=person.client, last=1)
    work()
    assert homes() == [] and Fact.objects.get(retired_at=None).object == "tea"


def test_nobody_is_left_behind(committed: None, actor: Actor) -> None:
    remember(actor, GHENT, name="one")
    work()
    remember(actor, "Bob works at Acme.", name="one")
    work()
    assert broken_promises(actor.workspaces.values()) == []
    forget(actor, name="one")
    assert Entity.objects.count() == Fact.objects.count() == 0
    assert broken_promises(actor.workspaces.values()) == []
