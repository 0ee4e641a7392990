"""A context pack holds what an agent should know, and says what it left out."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.pipeline.work import work
from memories.recall import context_pack
from memories.recall.answers import Recalled
from memories.recall.context_pack import Pack, context
from memories.recall.facts import FactsPage, list_facts
from memories.services.removal import archive
from tests.stories import remember

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."


def names(made: Pack) -> list[str]:
    return [item.offer.name for item in made.packed.items]


def lines(made: Pack) -> list[dict[str, Any]]:
    return [json.loads(line) for line in made.packed.text.split("\n")[1:]]


def omitted(made: Pack) -> dict[str, str]:
    return {left.offer.name: left.reason for left in made.packed.omitted}


def test_rules_come_first_newest_first_and_then_what_answers(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    remember(actor, "No deploys on Fridays.", name="older", recall_tier="always")
    remember(actor, "Answer in German.", name="newer", recall_tier="always")
    made = context(actor, query=ASKED)
    assert names(made) == ["newer", "older", "falcon"]
    assert [line["what"] for line in lines(made)] == ["rule", "rule", "memory"]
    assert lines(made)[2]["text"] == SAID and "close in meaning" in made.packed.items[2].offer.reasons


def test_the_budget_is_the_profiles_and_holds_on_the_text(actor: Actor) -> None:
    for number in range(40):
        remember(actor, f"Falcon's database, chapter {number}: " + f"table {number} is wide. " * 12)
    made = context(actor, query=ASKED)
    assert made.tokens == 1_024 >= made.packed.tokens > 800
    assert len(made.packed.text.encode()) <= 4 * 1_024
    assert made.tokens_left == 1_024 - made.packed.tokens
    assert {left.reason for left in made.packed.omitted} <= {"token_budget", "max_memories"} != set()


def test_no_more_memories_are_in_than_asked_for(actor: Actor) -> None:
    for number in range(4):
        remember(actor, f"Falcon's database holds {number + 2} tables of kind {number}.", name=f"t{number}")
    made = context(actor, query=ASKED, max_memories=2)
    assert len(names(made)) == 2 and set(omitted(made).values()) == {"max_memories"}


def test_private_and_archived_ones_are_in_no_pack_and_manual_ones_only_named(person: Actor) -> None:
    remember(person, SAID, name="secretly", sensitivity="private")
    remember(person, f"{SAID} Since 2019.", name="secret-rule", sensitivity="private", recall_tier="always")
    remember(person, "Falcon's database was Oracle.", name="gone")
    remember(person, "The Falcon database has 3 replicas.", name="by-hand", recall_tier="manual")
    archive(person, name="gone")
    made = context(person, query=ASKED)
    assert names(made) == [] and omitted(made) == {"by-hand": "manual"}


def test_contradictions_are_flagged_and_of_rules_the_newest_is_in(actor: Actor) -> None:
    remember(actor, SAID, name="one")
    remember(actor, SAID.replace("16", "18"), name="other")
    remember(actor, "Always indent with 4 spaces.", name="four", recall_tier="always")
    remember(actor, "Always indent with 2 spaces.", name="two", recall_tier="always")
    made = context(actor, query=ASKED)
    assert {line["name"]: line.get("may_conflict_with") for line in lines(made)} == {
        "two": ["four"], "one": ["other"], "other": ["one"],
    }  # fmt: skip
    assert omitted(made) == {"four": "contradicted_by_newer_rule"}


def test_a_proposal_is_labelled_and_never_a_rule(actor: Actor) -> None:
    remember(actor, SAID, name="waiting", recall_tier="always", propose_only=True)
    (line,) = lines(context(actor, query=ASKED))
    assert (line["what"], line["status"]) == ("memory", "proposed")


def test_words_from_outside_say_so(actor: Actor) -> None:
    remember(actor, SAID, name="page", trust="web")
    (line,) = lines(context(actor, query=ASKED))
    assert (line["trust"], line["status"]) == ("web", "proposed")


@pytest.mark.parametrize(("purpose", "first"), [("coding", "decided"), ("browser", "liked")])
def test_the_purpose_decides_between_equals(actor: Actor, settings: Any, purpose: str, first: str) -> None:
    settings.EMBEDDING = "none"
    remember(actor, "Falcon likes rust.", name="decided", kind="decision")
    remember(actor, "Falcon eats fish.", name="liked", kind="user_preference")
    assert names(context(actor, query="Falcon", purpose=purpose))[0] == first


def test_a_task_has_its_memories_without_a_query(actor: Actor) -> None:
    remember(actor, "The cart is done.", name="cart", scope="task", task_id="shop")
    remember(actor, "Other things.", name="elsewhere", scope="task", task_id="blog")
    assert names(context(actor, task_id="shop")) == ["cart"]
    assert names(context(actor)) == []


def test_without_anything_there_is_no_text(actor: Actor) -> None:
    made = context(actor, query=ASKED)
    assert (made.packed.text, made.packed.tokens, made.found is not None) == ("", 0, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [("purpose", "x"), ("token_budget", 63), ("token_budget", 4_097), ("max_memories", 0),
     ("max_memories", 21), ("query", " "), ("scopes", ["x"])],
)  # fmt: skip
def test_what_is_out_of_bounds_is_named(actor: Actor, field: str, value: Any) -> None:
    with pytest.raises(ValidationFailed) as refused:
        context(actor, **{"query": "x", field: value})
    assert refused.value.details["field"] == field


def test_a_larger_profile_allows_more(actor: Actor, settings: Any) -> None:
    settings.PROFILE = "team"
    assert context(actor, token_budget=16_384, max_memories=50).tokens == 16_384


def test_who_may_not_read_and_strangers_get_nothing(actor: Actor, stranger: Actor) -> None:
    remember(actor, SAID, workspace="team")
    with pytest.raises(Forbidden):
        context(replace(actor, permissions=frozenset({Permission.WRITE})), query=ASKED)
    with access.acting(stranger):
        assert names(context(stranger, query=ASKED)) == []
        with pytest.raises(NotFound):
            context(stranger, query=ASKED, workspace="team")


def test_facts_of_memories_that_are_not_in_are_added_unless_those_are_recalled_by_hand(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(actor, "Rosalind lives in Antwerp.", name="flat")
    remember(actor, "Rosalind lives in Ghent.", name="by-hand", recall_tier="manual")
    while work():
        pass
    (claim,) = list_facts(actor, query="Rosalind", limit=1).facts
    claims = [
        replace(claim, memory="flat", statement="Rosalind lives in Antwerp"),
        replace(claim, memory="by-hand"),
    ]
    monkeypatch.setattr(context_pack, "list_facts", lambda *_, **__: FactsPage(claims))
    monkeypatch.setattr(context_pack, "recall", lambda *_, **__: Recalled([], mode="hybrid"))
    made = context(actor, query="Where does Rosalind live?")
    assert [(line["what"], line["from"]) for line in lines(made)] == [("fact", "flat")]
    assert lines(made)[0]["text"] == "Rosalind lives in Antwerp"


def test_a_fact_of_a_memory_that_is_in_is_not_said_twice(actor: Actor) -> None:
    remember(actor, "Rosalind lives in Antwerp.", name="flat")
    while work():
        pass
    assert [line["what"] for line in lines(context(actor, query="Where does Rosalind live?"))] == ["memory"]


@pytest.mark.parametrize("only", [{"kinds": ["decision"]}, {"names": ["plan"]}, {"scopes": ["agent"]}])
def test_facts_are_of_such_memories_as_are_asked_for(actor: Actor, only: dict[str, Any]) -> None:
    remember(actor, "Rosalind lives in Antwerp.", name="flat")
    remember(actor, "Where Rosalind lives is no secret.", name="plan", kind="decision", scope="agent")
    while work():
        pass
    made = context(actor, query="Where does Rosalind live?", **only)
    assert [line["name"] for line in lines(made)] == ["plan"]
