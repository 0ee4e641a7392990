"""What is private is told by no verb that was not asked for it, not even to who may read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.injection.answering import answer
from memories.intake.handoffs import create_handoff
from memories.pipeline.work import work
from memories.recall.along import along
from memories.recall.chronicle import list_events
from memories.recall.context import pick_context
from memories.recall.context_pack import context
from memories.recall.entities import get_entity, list_entities
from memories.recall.facts import list_facts
from memories.recall.graph import find_things, graph
from memories.recall.handoffs import list_handoffs, resume_handoff
from memories.recall.happenings import lately
from memories.recall.investigation import query
from memories.recall.links import broken_links
from memories.recall.listing import list_memories
from memories.recall.recall import recall
from memories.services.merging import merge_entities
from tests.stories import remember

ASKED = "Where does Ann live, and what of Zanzibar and Quentin?"
HIDDEN = ("affair", "Zanzibar", "Quentin")


@pytest.fixture
def stored(person: Actor) -> Actor:
    """A public text beside a private one that contradicts it, links to it, and names things of its own."""
    remember(person, "Ann lives in Ghent.", name="home")
    remember(person, "Bea met Ann at the fair.", name="fair")
    remember(
        person,
        "Ann lives in Zanzibar, see [[home]]. Quentin works at Acme Corp.",
        name="affair",
        sensitivity="private",
    )
    work()
    merge_entities(person, name="Bea", into="Quentin")
    create_handoff(person, task_id="trip", summary="Book it.", memories=["affair", "home"])
    return person


VERBS: dict[str, Callable[[Actor], Any]] = {
    "recall": lambda actor: recall(actor, query="Where does Ann live?", limit=50),
    "recall-then": lambda actor: recall(actor, query="Where does Ann live?", known_at="2999-01-01"),
    "list-then": lambda actor: recall(actor, as_of="2999-01-01"),
    "recall-by-name": lambda actor: answer(actor, names=["home"]),
    "list": list_memories,
    "pack": lambda actor: context(actor, query="Where does Ann live?"),
    "query": lambda actor: query(actor, question="Why did Ann move and where does she live?"),
    "hook": lambda actor: pick_context(actor, prompt=ASKED),
    "along": lambda actor: along(
        actor, said="Where does Ann live?", hits=recall(actor, query="Ann").memories, workspace=None
    ),
    "facts": lambda actor: list_facts(actor, include_retired=True),
    "facts-by-words": lambda actor: list_facts(actor, query="Where does Ann live?"),
    "facts-then": lambda actor: list_facts(actor, as_of="2999-01-01"),
    "entity": lambda actor: get_entity(actor, name="Ann"),
    "entities": list_entities,
    "graph": graph,
    "things": lambda actor: find_things(actor, words="n"),
    "broken-links": broken_links,
    "handoffs": list_handoffs,
    "resume": resume_handoff,
    "lately": lambda actor: lately(actor, limit=50),
    "chronicle": list_events,
}


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_tells_it_unasked(stored: Actor, actor: Actor, verb: str) -> None:
    for reader in (stored, actor):
        told = repr(VERBS[verb](reader))
        assert not [word for word in HIDDEN if word in told]
