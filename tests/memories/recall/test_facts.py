from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Fact
from memories.pipeline.work import work
from memories.recall.facts import list_facts
from memories.services.removal import archive
from tests.conftest import agent_actor
from tests.stories import remember


def told(actor: Actor, **asked: Any) -> list[str]:
    page = list_facts(actor, **asked)
    return [f"{fact.subject} {fact.predicate} {fact.object}" for fact in page.facts]


@pytest.fixture
def stored(actor: Actor) -> Actor:
    remember(actor, "Ann lived in Rome from 2010 to 2014.", name="past")
    remember(actor, "Ann lives in Ghent.", name="home", source_date=datetime(2020, 5, 1, tzinfo=UTC))
    remember(actor, "Ann moved to Bruges.", name="moved", source_date=datetime(2023, 5, 1, tzinfo=UTC))
    remember(actor, "Bob likes tea.", name="tea", workspace="team")
    work()
    return actor


def test_what_is_held_now_is_listed_newest_first(stored: Actor) -> None:
    assert sorted(told(stored)) == ["Ann lives_in Bruges", "Ann lives_in Rome"]
    assert told(stored, include_retired=True).count("Ann lives_in Ghent") == 1


def test_reading_a_workspace_reads_the_default_one_too(stored: Actor) -> None:
    assert set(told(stored, workspace="team")) == {"Bob likes tea", *told(stored)}


def test_facts_are_narrowed_by_thing_and_predicate(stored: Actor) -> None:
    assert told(stored, workspace="team", entity="BOB") == ["Bob likes tea"]
    assert told(stored, entity="Bruges") == ["Ann lives_in Bruges"], "as object too"
    assert told(stored, workspace="team", predicate="likes") == ["Bob likes tea"]
    with pytest.raises(NotFound):
        told(stored, entity="Nobody")


@pytest.mark.parametrize(
    ("day", "home"), [("2012-01-01", "Rome"), ("2021-01-01", "Ghent"), ("2024-01-01", "Bruges")]
)
def test_what_was_true_on_a_day(stored: Actor, day: str, home: str) -> None:
    assert told(stored, as_of=day) == [f"Ann lives_in {home}"]


def test_what_was_held_then(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="one")
    work()
    before = timezone.now().isoformat()
    remember(actor, "Ann moved to Bruges.", name="two")
    work()
    assert told(actor, known_at=before) == ["Ann lives_in Ghent"]
    assert told(actor, known_at="2020-01-01") == []


def test_words_find_facts_best_first(stored: Actor) -> None:
    assert told(stored, query="Where does Ann live? In Bruges?")[0] == "Ann lives_in Bruges"
    assert told(stored, query="what does Bob drink, tea", workspace="team")[0] == "Bob likes tea"
    with pytest.raises(ValidationFailed):
        told(stored, query="Ann", as_of="2021-01-01")


@pytest.mark.parametrize(
    "asked", [{"entity": "Zoe"}, {"predicate": "owns"}, {"entity": "Zoe", "predicate": "owns"}]
)
def test_words_are_looked_for_within_what_else_is_asked(actor: Actor, asked: dict[str, Any]) -> None:
    remember(actor, "Zoe owns a red bicycle that she keeps in the shed behind the house.", name="zoe")
    for n in range(12):
        lines = [f"Person{n}x{m} likes bicycle Bicycle{n}x{m}." for m in range(10)]
        remember(actor, " ".join(lines), name=f"others-{n}")
    work()
    assert [each.split()[:2] for each in told(actor, query="bicycle", **asked)] == [["Zoe", "owns"]]
    assert told(actor, query="aeroplane", **asked) == []


def test_pages_follow_each_other_and_a_cursor_belongs_to_its_question(actor: Actor) -> None:
    for n in range(5):
        remember(actor, f"Ann likes Tea{n}.", name=f"n{n}")
    work()
    first = list_facts(actor, limit=3)
    second = list_facts(actor, limit=3, cursor=first.next_cursor)
    assert len({fact.id for fact in (*first.facts, *second.facts)}) == 5 and second.next_cursor is None
    with pytest.raises(ValidationFailed):
        list_facts(actor, limit=2, cursor=first.next_cursor)


def test_private_facts_are_read_by_who_may_and_asks(actor: Actor, person: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", sensitivity="private")
    work()
    assert told(actor) == told(person) == []
    assert told(person, private=True) == ["Ann lives_in Ghent"]
    with pytest.raises(Forbidden):
        told(actor, private=True)


def test_facts_of_one_agent_or_task_are_read_there(actor: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", scope="agent")
    remember(actor, "Bob lives in Rome.", scope="task", task_id="t1")
    work()
    assert told(actor) == ["Ann lives_in Ghent"]
    assert told(replace(actor, agent="cursor"), task_id="t1") == ["Bob lives_in Rome"]


def test_nothing_of_an_archived_expired_or_foreign_memory_is_told(actor: Actor, stranger: Actor) -> None:
    remember(actor, "Ann lives in Ghent.", name="one")
    remember(actor, "Bob lives in Rome.", name="two")
    work()
    archive(actor, name="one")
    Fact.objects.filter(memory__name="two").update(expires_at=timezone.now())
    assert told(actor) == told(actor, as_of="2030-01-01") == []
    with access.acting(stranger):
        assert told(stranger) == []


def test_reading_takes_the_permission_to_read(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        list_facts(replace(actor, permissions=frozenset()))


def test_another_members_agent_reads_the_shared_workspace(actor: Actor, bob: Any) -> None:
    remember(actor, "Ann lives in Ghent.", workspace="team")
    work()
    with access.acting(agent_actor(bob)) as other:
        assert told(other, workspace="team") == ["Ann lives_in Ghent"]
