"""Links between memories, both ways, and where a search follows them to."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection, connections

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Link
from memories.recall.links import broken_links
from memories.recall.reading import get_memory
from memories.services.removal import archive, forget, restore
from memories.services.review import approve, reject
from tests.stories import remember

PLAN = "The plan needs [[ana]] and [[budget|the money]], see `[[code]]` and again [[ana]]."


def links(actor: Actor, name: str = "plan", **more: Any) -> tuple[Any, ...]:
    found = get_memory(actor, name=name, **more)
    return found.links, found.broken_links, found.backlinks


def followed(
    actor: Actor, *revisions: str, most: int = 3, reaches: Any = None, private: bool = True
) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.name FROM continuum_link_fanout(%s, %s::uuid[], %s, %s, %s) WITH ORDINALITY f"
            " JOIN memories_revision r ON r.id = f.revision_id JOIN memories_memory m ON m.id = r.memory_id"
            " ORDER BY f.ordinality",
            [list(actor.workspaces.values()), list(revisions), most, reaches, private],
        )
        return [name for (name,) in cursor.fetchall()]


def test_a_memory_tells_what_it_links_to_what_leads_nowhere_and_what_links_to_it(actor: Actor) -> None:
    remember(actor, PLAN, name="plan")
    remember(actor, "Ana leads.", name="ana")
    remember(actor, "Her team: [[ana]].", name="team")
    assert links(actor) == (("ana", "budget"), ("budget",), ())
    assert links(actor, "ana") == ((), (), ("plan", "team"))


def test_a_link_is_only_as_live_as_its_text(actor: Actor) -> None:
    remember(actor, PLAN, name="plan")
    remember(actor, "Ana leads.", name="ana")
    remember(actor, "No names any more.", name="plan")
    assert links(actor, "ana")[2] == () and not Link.objects.exists()
    remember(actor, PLAN, name="plan")
    archive(actor, name="plan")
    assert links(actor, "ana")[2] == () and not Link.objects.exists()
    restore(actor, name="plan")
    assert links(actor, "ana")[2] == ("plan",)
    forget(actor, name="plan")
    assert not Link.objects.exists()


def test_a_proposal_links_until_it_is_turned_down(actor: Actor, person: Actor) -> None:
    remember(actor, "Ana leads.", name="ana")
    turned_down = remember(actor, "Ask [[ana]].", name="a", propose_only=True)
    taken = remember(actor, "Tell [[ana]] everything.", name="b", propose_only=True)
    assert links(actor, "ana")[2] == ("a", "b")
    reject(person, revision_id=UUID(turned_down.revision_id))
    approve(person, revision_id=UUID(taken.revision_id))
    assert links(actor, "ana")[2] == ("b",)


def test_nobody_learns_of_what_they_may_not_see(actor: Actor, person: Actor) -> None:
    remember(actor, "Ana leads.", name="ana")
    remember(person, "A party for [[ana]].", name="party", sensitivity="private")
    remember(actor, "Bring [[party]].", name="list")
    assert links(actor, "ana")[2] == () and links(actor, "list")[1] == ("party",)
    assert links(person, "ana", private=True)[2] == ("party",)
    assert links(person, "list", private=True)[1] == ()


def test_a_name_means_the_own_workspaces_memory_and_else_the_default_ones(actor: Actor) -> None:
    remember(actor, "Ana leads.", name="ana")
    remember(actor, "Ask [[ana]].", name="question", workspace="team")
    assert links(actor, "ana", workspace="team")[2] == ("question",)
    remember(actor, "Ana of the team.", name="ana", workspace="team")
    assert links(actor, "ana", workspace="team")[2] == ("question",)
    assert links(actor, "ana")[2] == ()


def test_broken_links_are_listed_by_where_they_stand(actor: Actor) -> None:
    remember(actor, PLAN, name="plan")
    remember(actor, "Ana leads [[nothing]].", name="ana")
    told = [(broken.memory, broken.name) for broken in broken_links(actor)]
    assert told == [("ana", "nothing"), ("plan", "budget")]
    assert len(broken_links(actor, limit=1)) == 1 and broken_links(actor, workspace="team") == []


def test_who_may_not_read_and_strangers_hear_of_none(actor: Actor, stranger: Actor) -> None:
    remember(actor, PLAN, name="plan", workspace="team")
    with pytest.raises(Forbidden):
        broken_links(replace(actor, permissions=frozenset({Permission.WRITE})))
    with pytest.raises(ValidationFailed):
        broken_links(actor, limit=0)
    with access.acting(stranger):
        assert broken_links(stranger) == [] and not Link.objects.exists()
        with pytest.raises(NotFound):
            broken_links(stranger, workspace="team")


# --- What a search follows ----------------------------------------------------------------------------------


def test_a_search_follows_the_first_links_of_what_it_found_in_their_order(actor: Actor) -> None:
    for name in ("d", "c", "b", "a"):
        remember(actor, f"This is {name}.", name=name)
    plan = remember(actor, "[[b]] and [[a]] and [[gone]]", name="plan").revision_id
    more = remember(actor, "[[d]], [[a]], [[c]]", name="more").revision_id
    assert followed(actor, plan, more) == ["b", "a", "d"]
    assert followed(actor, more, most=9) == ["d", "a", "c"]
    assert followed(actor, plan, more, most=9) == ["b", "a", "d", "c"]


def test_a_search_follows_links_to_live_texts_that_may_be_seen_alone(actor: Actor, person: Actor) -> None:
    remember(person, "Secret.", name="secret", sensitivity="private")
    remember(actor, "Mine.", name="mine", scope="agent")
    remember(actor, "Gone.", name="gone")
    archive(actor, name="gone")
    plan = remember(actor, "[[secret]] [[mine]] [[gone]] [[plan]]", name="plan").revision_id
    assert followed(actor, plan) == ["secret", "mine"]
    assert followed(actor, plan, private=False, reaches=[""]) == []
    assert followed(actor, plan, private=False, reaches=["", "agent:codex"]) == ["mine"]


def test_a_search_follows_no_link_into_anothers_workspace(actor: Actor, stranger: Actor) -> None:
    remember(actor, "Ana leads.", name="ana")
    plan = remember(actor, "Ask [[ana]].", name="plan").revision_id
    with access.acting(stranger):
        assert followed(stranger, plan) == []
        assert followed(replace(stranger, workspaces=actor.workspaces), plan) == []


def test_links_of_texts_that_were_there_before_are_read_once(committed: None, actor: Actor) -> None:
    remember(actor, PLAN, name="plan")
    remember(actor, "Old words: [[ana]].", name="old")
    remember(actor, "New words.", name="old")
    Link.objects.all().delete()
    migration = import_module("memories.migrations.0013_links")
    with connections["owner"].schema_editor() as editor:
        migration.read_links(apps, editor)
    assert sorted(Link.objects.values_list("name", "place")) == [("ana", 0), ("budget", 1)]
