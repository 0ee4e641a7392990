"""One memory that is asked for by its name comes with its links."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from memories import access
from memories.recall.by_name import recall_with_links
from memories.recall.reading import get_memory
from memories.recall.recall import recall
from memories.services.removal import archive
from tests.stories import remember


@pytest.fixture
def linked(actor: Actor) -> Actor:
    remember(actor, "The plan needs [[ana]] and [[budget]].", name="plan")
    remember(actor, "Bruges, first floor: Ana. See [[plan]].", name="ana")
    return actor


def test_its_links_are_those_that_reading_it_tells(linked: Actor) -> None:
    (plan,) = recall_with_links(linked, names=["plan"]).memories
    assert (plan.links, plan.broken_links, plan.backlinks) == (("ana", "budget"), ("budget",), ("ana",))
    asked = recall_with_links(linked, names=["plan"], query="What does the plan need?").memories[0]
    assert asked.backlinks == get_memory(linked, name="plan").backlinks and asked.receipt is not None


def test_several_and_the_past_have_none_and_cost_none(linked: Actor) -> None:
    both = recall_with_links(linked, names=["plan", "ana"]).memories
    past = recall_with_links(linked, names=["plan"], known_at="2100-01-01").memories
    assert not any(memory.links or memory.backlinks for memory in [*both, *past]) and len(past) == 1
    with CaptureQueriesContext(connection) as plain:
        recall(linked, query="the plan")
    with CaptureQueriesContext(connection) as same:
        recall_with_links(linked, query="the plan")
    assert len(plain) == len(same)


def test_what_links_to_it_from_out_of_sight_is_not_told(linked: Actor, stranger: Actor) -> None:
    archive(linked, name="ana")
    (plan,) = recall_with_links(linked, names=["plan"]).memories
    assert plan.backlinks == () and plan.broken_links == ("ana", "budget")
    with access.acting(stranger):
        assert recall_with_links(stranger, names=["plan"]).memories == []
