"""The graph: real things, claims and links, within bounds, and nothing that its reader may not see."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.pipeline.work import work
from memories.recall.graph import FACT, LINK, MENTION, TOGETHER, Graph, find_things, graph
from memories.services.merging import merge_entities, split_entity
from memories.services.removal import archive
from tests.stories import remember


@pytest.fixture
def stored(person: Actor) -> Actor:
    remember(person, "Ann Lee works at Acme Corp. See [[flat]].", name="ann")
    remember(person, "Bob lives in Ghent. Bob works at Acme Corp.", name="flat")
    remember(person, "Carol lives in Bruges.", name="carol", sensitivity="private")
    work()
    return person


def joined(found: Graph, sort: str) -> set[tuple[str, str]]:
    names = {node.id: node.name for node in found.nodes}
    return {(names[e.source], names[e.target]) for e in found.edges if e.sort == sort}


def test_claims_mentions_and_links_join_what_they_speak_of(stored: Actor) -> None:
    found = graph(stored)
    assert ("Bob", "Ghent") in joined(found, FACT)
    assert {("ann", "Ann Lee"), ("flat", "Ghent")} <= joined(found, MENTION)
    assert joined(found, LINK) == {("ann", "flat")}


def test_private_memories_and_their_things_are_drawn_when_asked_for(stored: Actor) -> None:
    assert "Carol" not in {node.name for node in graph(stored).nodes}
    assert {"Carol", "Bruges", "carol"} <= {node.name for node in graph(stored, private=True).nodes}
    with pytest.raises(Forbidden):
        graph(replace(stored, private=False), private=True)


def test_without_memories_things_are_joined_where_texts_speak_of_both(stored: Actor) -> None:
    found = graph(stored, memories=False)
    assert {node.what for node in found.nodes} == {"thing"}
    pairs = {frozenset(pair) for pair in joined(found, TOGETHER)}
    assert frozenset({"Ann Lee", "Acme Corp"}) in pairs


def test_a_things_surroundings_are_a_part_of_the_whole(stored: Actor) -> None:
    around = {node.name for node in graph(stored, around="ghent").nodes}
    assert {"Ghent", "Bob", "flat"} <= around and "Ann Lee" not in around


def test_a_kind_leaves_things_of_that_kind_and_memories_that_speak_of_them(stored: Actor) -> None:
    found = graph(stored, kind="person")
    assert {n.name for n in found.nodes if n.what == "thing"} == {"Ann Lee", "Bob"}
    with pytest.raises(ValidationFailed):
        graph(stored, kind="ghost")


def test_what_was_merged_is_one_dot_until_it_is_split(stored: Actor) -> None:
    merge_entities(stored, name="Bob", into="Ann Lee")
    assert "Bob" not in {node.name for node in graph(stored).nodes if node.what == "thing"}
    split_entity(stored, name="Bob")
    assert "Bob" in {node.name for node in graph(stored).nodes if node.what == "thing"}


def test_the_heaviest_come_first_and_the_rest_is_counted(stored: Actor) -> None:
    whole = graph(stored)
    part = graph(stored, most=3)
    assert [n.id for n in part.nodes] == [n.id for n in whole.nodes][:3]
    assert part.left_out == len(whole.nodes) - 3
    assert {e.source for e in part.edges} | {e.target for e in part.edges} <= {n.id for n in part.nodes}


def test_what_is_archived_is_not_drawn(stored: Actor) -> None:
    archive(stored, name="flat")
    found = graph(stored)
    assert "flat" not in {n.name for n in found.nodes if n.what == "memory"} and not joined(found, LINK)


def test_it_asks_the_database_as_often_however_much_there_is(stored: Actor) -> None:
    with CaptureQueriesContext(connection) as few:
        graph(stored)
    for place in range(8):
        remember(stored, f"Dave{place} works at Acme Corp. See [[flat]].", name=f"d{place}")
    work()
    with CaptureQueriesContext(connection) as many:
        graph(stored)
    assert len(few) == len(many) <= 10


def test_a_stranger_finds_neither_graph_nor_thing(stored: Actor, stranger: Actor) -> None:
    with access.acting(stranger):
        assert not graph(stranger).nodes and find_things(stranger, words="ann") == []
        with pytest.raises(NotFound):
            graph(stranger, around="Ann Lee")


def test_things_are_found_by_a_part_of_their_name(stored: Actor) -> None:
    assert find_things(stored, words="ACME") == ["Acme Corp"]
    assert find_things(stored, words="carol") == [] and find_things(stored, words="!") == []
    assert find_things(stored, words="carol", private=True) == ["Carol"]


@pytest.mark.parametrize("most", [0, 501])
def test_a_picture_has_its_bounds(stored: Actor, most: int) -> None:
    with pytest.raises(ValidationFailed):
        graph(stored, most=most)
