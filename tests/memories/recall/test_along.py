"""What comes along into a context: linked memories, and facts of what the message names."""

from __future__ import annotations

from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.pipeline.work import work
from memories.recall.along import MOST_FACTS
from memories.recall.candidates import FANOUT
from memories.recall.context import pick_context
from tests.stories import remember

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16, see [[cluster]]."

CITIES = ("Ghent", "Lyon", "Oslo", "Turin", "Porto", "Bern", "Graz", "Cork")
GARDEN = "Rakes, spades and hoses belong into the shed behind the house."


def linked(actor: Actor, prompt: str = ASKED) -> list[str]:
    return [memory.name for memory in pick_context(actor, prompt=prompt).linked]


def told(actor: Actor, prompt: str) -> list[str]:
    return [fact.statement for fact in pick_context(actor, prompt=prompt).facts]


def test_what_a_close_memory_links_to_comes_along_however_far_from_the_message(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    remember(actor, "Call extension 204 before nine.", name="cluster")
    assert linked(actor) == ["cluster"]
    assert linked(actor, "Write me a poem about the sea in winter.") == []


def test_no_more_than_so_many_come_along_in_the_order_of_the_links(actor: Actor) -> None:
    said = {
        "soup": "Carrots and leeks go in first.",
        "train": "Platform four is closed until May.",
        "violin": "The teacher comes on Tuesdays.",
        "snow": "Chains are in the trunk.",
    }
    for name, text in said.items():
        remember(actor, text, name=name)
    remember(actor, "\n\n".join([SAID, *(f"[[{name}]]" for name in reversed(said))]), name="falcon")
    assert linked(actor) == ["snow", "violin", "train"] and FANOUT == 3


@pytest.mark.parametrize(
    "hidden",
    [{"recall_tier": "manual"}, {"sensitivity": "private"}, {"propose_only": True}],
    ids=lambda fields: next(iter(fields)),
)
def test_what_may_not_be_put_into_a_context_does_not_come_along(actor: Actor, hidden: dict[str, str]) -> None:
    remember(actor, SAID, name="falcon")
    remember(actor, "Call extension 204 before nine.", name="cluster", **hidden)
    remember(actor, "Marta Novak lives in Ghent.", name="marta", **hidden)
    work()
    assert linked(actor) == [] and told(actor, "Does Marta Novak still live there?") == []


def test_a_fact_comes_where_the_message_names_its_subject_and_says_more(actor: Actor, settings: Any) -> None:
    settings.HOOK_GATE_PERCENT = 99
    remember(actor, f"Marta Novak lives in Ghent.\n\n{GARDEN}", name="marta")
    work()
    asked = "Book a table for four near where Marta Novak lives, somewhere quiet, for Thursday or Friday."
    assert told(actor, asked) == ["Marta Novak lives in Ghent."]
    assert told(actor, asked.replace("lives", "sings")) == told(actor, asked.replace("Marta", "Petra")) == []


def test_no_more_facts_than_so_many_come(actor: Actor, settings: Any) -> None:
    settings.HOOK_GATE_PERCENT = 99
    homes = dict(zip(["Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"], CITIES, strict=True))
    remember(actor, " ".join(f"{name} Novak lives in {city}." for name, city in homes.items()))
    work()
    assert len(told(actor, f"{' Novak, '.join(homes)} Novak: who lives where?")) == MOST_FACTS


def test_a_fact_of_a_memory_that_is_shown_anyway_is_not_told_twice(actor: Actor) -> None:
    remember(actor, "Marta Novak lives in Ghent.", name="marta")
    work()
    picked = pick_context(actor, prompt="Where does Marta Novak live?")
    assert [hit.name for hit in picked.hits] == ["marta"] and picked.facts == []
