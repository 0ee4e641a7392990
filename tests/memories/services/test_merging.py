from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound, SecretRefused, ValidationFailed
from memories import access, outbox
from memories.intake.entities import rename_entity, split_entity
from memories.models import Entity, Event, Fact, Revision
from memories.pipeline.work import work
from memories.recall.entities import get_entity
from memories.services.merging import merge_entities
from memories.services.removal import forget
from tests.stories import remember, spoken_of


@pytest.fixture
def stored(person: Actor) -> Actor:
    remember(person, "Robert lives in Ghent.", name="one", source_date=datetime(2020, 1, 1, tzinfo=UTC))
    remember(person, "Bob moved to Bruges.", name="two", source_date=datetime(2022, 1, 1, tzinfo=UTC))
    work()
    return person


def homes() -> set[str]:
    return set(Fact.objects.filter(slot="place", retired_at=None).values_list("object", flat=True))


def test_merged_names_mean_one_thing_and_what_is_said_of_it_is_settled(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    assert homes() == {"Bruges"}
    for name in ("bob", "robert"):
        thing = get_entity(stored, name=name)
        assert (thing.name, list(thing.aliases)) == ("Robert", ["Bob"]) and set(thing.memories) == {
            "one",
            "two",
        }
    assert len(spoken_of(list(stored.workspaces.values()), "What of Robert?", most=9)) == 2


def test_what_is_said_of_a_merged_name_later_is_said_of_the_whole(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    remember(stored, "Bob lives in Ypres.", name="three", source_date=datetime(2024, 1, 1, tzinfo=UTC))
    work()
    assert homes() == {"Ypres"}


def test_a_split_takes_a_merge_back(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    split_entity(stored, name="Bob")
    assert homes() == {"Ghent", "Bruges"}
    assert get_entity(stored, name="Robert").aliases == []
    with pytest.raises(Conflict):
        split_entity(stored, name="Bob")


def wholes() -> dict[str, str]:
    """What each person stands for."""
    rows = Entity.objects.filter(kind="person").values_list("name", "merged_into__name")
    return {name: into or name for name, into in rows}


def test_a_name_takes_along_what_was_merged_into_it_when_it_is_split_off(person: Actor) -> None:
    for n, name in enumerate(("Ann", "Bea", "Cleo", "Dora")):
        remember(person, f"{name} likes Tea{n}.", name=name)
    work()
    merge_entities(person, name="Ann", into="Bea")
    merge_entities(person, name="Bea", into="Cleo")
    merge_entities(person, name="Dora", into="Bea")
    assert set(wholes().values()) == {"Cleo"}
    split_entity(person, name="Bea")
    assert wholes() == {"Ann": "Bea", "Bea": "Bea", "Cleo": "Cleo", "Dora": "Bea"}
    assert set(get_entity(person, name="Ann").aliases) == {"Ann", "Dora"}


@pytest.mark.parametrize("order", list(permutations(["Ann", "Bea", "Cleo"])))
def test_merges_are_taken_back_in_any_order(person: Actor, order: tuple[str, ...]) -> None:
    for day, name in enumerate(("Ann", "Bea", "Cleo", "Dora")):
        told = datetime(2020 + day, 1, 1, tzinfo=UTC)
        remember(person, f"{name} lives in Town{day}.", name=name, source_date=told)
    work()
    for name, into in (("Ann", "Bea"), ("Bea", "Cleo"), ("Cleo", "Dora")):
        merge_entities(person, name=name, into=into)
    assert homes() == {"Town3"}
    for name in order:
        split_entity(person, name=name)
    assert all(name == whole for name, whole in wholes().items())
    assert homes() == {"Town0", "Town1", "Town2", "Town3"}


def test_merging_in_a_circle_is_merging_once(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    with pytest.raises(Conflict):
        merge_entities(stored, name="Robert", into="Bob")
    split_entity(stored, name="Bob")
    merge_entities(stored, name="Robert", into="Bob")
    split_entity(stored, name="Robert")
    assert wholes() == {"Bob": "Bob", "Robert": "Robert"}


def test_one_name_can_be_made_to_mean_two_things(stored: Actor) -> None:
    remember(stored, "Bob likes chess.", name="other")
    work()
    split_entity(stored, name="Bob", new_name="Bob Jones", memories=["other"])
    assert [fact.object for fact in get_entity(stored, name="Bob Jones").facts] == ["chess"]
    assert get_entity(stored, name="Bob").memories == ["two"]
    revision = Revision.objects.get(memory__name="other")
    outbox.enqueue(workspace=revision.workspace_id, step=outbox.FACTS, revision_id=revision.pk)
    work()
    assert get_entity(stored, name="Bob Jones").memories == ["other"], "also when it is read anew"
    assert Fact.objects.filter(object="chess").count() == 1


def test_a_renamed_thing_is_known_by_both_names(stored: Actor) -> None:
    rename_entity(stored, name="Bob", new_name="Bob Smith")
    assert get_entity(stored, name="bob smith").id == get_entity(stored, name="bob").id
    with pytest.raises(Conflict):
        rename_entity(stored, name="Bob", new_name="robert")


def test_a_new_name_is_screened_like_any_text(stored: Actor) -> None:
    with pytest.raises(SecretRefused):
        rename_entity(stored, name="Bob", new_name="ghp_" + "k3Jd8sLq0PzXw7Rt5Yv2Bn9Mc4Fg6Hh1Aa0Q")
    for name in ("", " . ", "x" * 300):
        with pytest.raises(ValidationFailed):
            rename_entity(stored, name="Bob", new_name=name)


def test_the_whole_leaves_its_place_when_its_text_is_forgotten(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    forget(stored, name="one")
    assert not Entity.objects.filter(name="Robert").exists()
    assert get_entity(stored, name="Bob").name == "Bob" and homes() == {"Bruges"}


def test_each_change_is_an_event_without_a_name_in_it(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Robert")
    split_entity(stored, name="Bob")
    rename_entity(stored, name="Bob", new_name="Bobby")
    rows = Event.objects.filter(action__startswith="entity.").order_by("sequence")
    assert [row.action for row in rows] == ["entity.merged", "entity.split", "entity.renamed"]
    assert "ob" not in "".join(str(value) for row in rows for value in row.details.values())


def test_a_person_or_a_reviewer_decides_and_sees_what_is_decided_on(stored: Actor, stranger: Actor) -> None:
    with pytest.raises(Forbidden):
        merge_entities(replace(stored, permissions=frozenset({Permission.WRITE})), name="Bob", into="Robert")
    with access.acting(stranger), pytest.raises(NotFound):
        merge_entities(stranger, name="Bob", into="Robert")
    with pytest.raises(Conflict):
        merge_entities(stored, name="Bob", into="BOB")
