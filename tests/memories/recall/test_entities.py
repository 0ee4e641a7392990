from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.models import Revision
from memories.pipeline.work import work
from memories.recall import entities
from memories.recall.entities import get_entity, list_entities
from memories.services.merging import merge_entities
from memories.services.removal import archive
from tests.stories import remember, spoken_of


@pytest.fixture
def stored(actor: Actor) -> Actor:
    remember(actor, "Ann Lee lives in Ghent and works at Acme Corp.", name="ann")
    remember(actor, "Bob works at Acme Corp. He met Ann Lee there.", name="bob")
    remember(actor, "The office is in Ghent.", name="office", workspace="team")
    work()
    return actor


def test_a_thing_comes_with_its_facts_neighbours_and_memories(stored: Actor) -> None:
    ann = get_entity(stored, name="ann lee")
    assert (ann.name, ann.kind, ann.workspace) == ("Ann Lee", "person", "default")
    assert {(fact.predicate, fact.object) for fact in ann.facts} == {
        ("lives_in", "Ghent"),
        ("works_at", "Acme Corp"),
    }
    assert set(ann.memories) == {"ann", "bob"}
    beside = {each.name: (each.facts, each.memories) for each in ann.neighbours}
    assert beside["Acme Corp"] == (1, 2) and beside["Ghent"] == (1, 1) and beside["Bob"] == (0, 1)


def test_a_thing_of_both_workspaces_is_one_to_the_reader(stored: Actor) -> None:
    ghent = get_entity(stored, name="Ghent", workspace="team")
    assert {fact.subject for fact in ghent.facts} == {"Ann Lee", "office"}
    assert set(ghent.memories) == {"ann", "office"}


def test_what_nothing_readable_speaks_of_is_not_there(actor: Actor, person: Actor, stranger: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="one", sensitivity="private")
    work()
    for reader in (actor, person):
        with pytest.raises(NotFound):
            get_entity(reader, name="Ann")
    assert get_entity(person, name="Ann", private=True).facts[0].object == "Ghent"
    with access.acting(stranger), pytest.raises(NotFound):
        get_entity(stranger, name="Ann")
    with pytest.raises(Forbidden):
        get_entity(actor, name="Ann", private=True)


def test_the_facts_of_a_thing_as_they_were(actor: Actor) -> None:
    remember(actor, "Ann lived in Rome from 2010 to 2014. Ann lives in Ghent since 2019.", name="ann")
    work()
    assert [fact.object for fact in get_entity(actor, name="Ann", as_of="2012-06-01").facts] == ["Rome"]
    assert get_entity(actor, name="Ann", known_at="2012-06-01").facts == []


def test_what_a_thing_stood_beside_then_stands_beside_it_in_its_past(actor: Actor) -> None:
    remember(actor, "Ann lived in Rome from 2010 to 2014. Ann lives in Ghent since 2019.", name="ann")
    remember(actor, "Ann likes tea since 2020.", name="tea")
    work()
    then = get_entity(actor, name="Ann", as_of="2012-06-01")
    assert [(each.name, each.facts) for each in then.neighbours] == [("Rome", 1)] and then.memories == ["ann"]
    assert "Ghent" in {each.name for each in get_entity(actor, name="Ann").neighbours}
    before = get_entity(actor, name="Ann", known_at="2012-06-01")
    assert (before.neighbours, before.memories) == ([], [])


def test_what_was_merged_stands_there_once(stored: Actor, person: Actor) -> None:
    merge_entities(person, name="Bob", into="Ann Lee")
    acme = get_entity(stored, name="Acme Corp")
    assert [(each.name, each.facts, each.memories) for each in acme.neighbours] == [
        ("Ann Lee", 1, 2),
        ("Ghent", 0, 1),
    ]


def test_a_name_that_only_a_private_text_tells_stands_in_no_list(actor: Actor, person: Actor) -> None:
    remember(actor, "Bob works at Acme Corp.", name="bob")
    remember(person, "Robert Stone is ill.", name="secret", sensitivity="private")
    work()
    merge_entities(person, name="Bob", into="Robert Stone")
    assert {each.name for each in list_entities(actor)} == {"Bob", "Acme Corp"}
    assert {each.name for each in get_entity(actor, name="Acme Corp").neighbours} == {"Bob"}
    assert "Robert Stone" in {each.name for each in list_entities(person, private=True)}


def test_a_kind_is_found_however_many_things_are_of_another(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entities, "MOST_READ", 3)
    for name in ("one", "two"):
        remember(
            actor, "Ann lives in Ghent. Bob lives in Rome. Carl lives in Ypres.", name=name, scope="user"
        )
    remember(actor, "Acme Corp is in Lyon.", name="acme")
    work()
    assert [each.name for each in list_entities(actor, kind="organization")] == ["Acme Corp"]


def test_things_are_listed_by_how_many_memories_speak_of_them(stored: Actor) -> None:
    listed = list_entities(stored, workspace="team")
    assert [each.name for each in listed][:2] == ["Acme Corp", "Ann Lee"]
    assert {each.name for each in list_entities(stored, kind="person")} == {"Ann Lee", "Bob"}


def test_a_question_finds_the_texts_that_speak_of_what_it_names(stored: Actor) -> None:
    where = list(stored.workspaces.values())
    names = dict(Revision.objects.values_list("pk", "memory__name"))
    found = spoken_of(where, "What does ann lee's boss at ACME corp think of Bruges?", most=10)
    assert {names[each.revision_id] for each in found} == {"ann", "bob"}
    assert {each.entity for each in found} == {"Ann Lee", "Acme Corp"}
    assert spoken_of(where, "nothing of the kind", most=10) == []
    assert len(spoken_of(where, "Ann Lee, Acme Corp, Ghent", most=2)) == 2


def test_what_is_archived_is_not_found_by_what_it_speaks_of(stored: Actor, stranger: Actor) -> None:
    where = list(stored.workspaces.values())
    archive(stored, name="ann")
    assert not [one for one in spoken_of(where, "Ghent", most=10) if one.entity == "Ann Lee"]
    with access.acting(stranger):
        assert spoken_of(where, "Ann Lee Acme Corp Ghent", most=10) == []


def test_a_question_in_a_script_without_spaces_names_things_too(actor: Actor) -> None:
    remember(actor, "小明住在上海。", name="home")
    work()
    found = spoken_of(list(actor.workspaces.values()), "小明现在住在哪里", most=5)
    assert [each.entity for each in found] == ["小明"]
