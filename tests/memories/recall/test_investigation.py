"""Questions that take several searches, within a budget."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.recall import investigation
from memories.recall.investigation import Investigated, query
from memories.services.removal import archive
from tests.stories import remember


def names(done: Investigated) -> list[str]:
    return [each.memory.name for each in done.evidence]


def test_a_plain_question_takes_one_search_and_is_enough(actor: Actor) -> None:
    remember(actor, "Falcon uses the database PostgreSQL 16.", name="falcon")
    done = query(actor, question="Which database does Falcon use?")
    assert (done.plan.complexity, len(done.steps), names(done)) == ("L1", 1, ["falcon"])
    assert (done.sufficiency.status, done.fallback) == ("sufficient", [])
    assert "PostgreSQL 16" in done.pack.text and done.milliseconds > 0


def test_the_parts_of_a_question_are_looked_up_one_by_one(actor: Actor) -> None:
    remember(actor, "The website is deployed on Tuesdays.", name="deploys")
    remember(actor, "Invoices are paid by Ines.", name="invoices")
    done = query(actor, question="When is the website deployed; who pays invoices?")
    assert [step.asked for step in done.steps] == ["When is the website deployed", "who pays invoices?"]
    assert set(names(done)[:2]) == {"deploys", "invoices"}


def test_what_she_stands_for_is_found_and_looked_up(actor: Actor) -> None:
    remember(actor, "Falcon is led by Rosalind.", name="lead")
    remember(actor, "Rosalind's flat is in Antwerp.", name="flat")
    done = query(actor, question="Who leads Falcon and where does she live?")
    assert [step.kind for step in done.steps] == ["lookup", "lookup", "hop"]
    assert done.steps[2].asked.startswith("Rosalind: ") and {"lead", "flat"} <= set(names(done))
    assert "unsupported_complexity" not in done.fallback


def test_relations_are_followed_one_step_and_it_is_said_that_this_is_not_all(actor: Actor) -> None:
    remember(actor, "Falcon is led by Rosalind.", name="lead")
    remember(actor, "Rosalind's flat is in Antwerp.", name="flat")
    done = query(actor, question="In which town is the flat of the person who leads Falcon?")
    assert done.plan.complexity == "L3" and {"lead", "flat"} <= set(names(done))
    assert done.fallback == ["unsupported_complexity"] and done.sufficiency.status == "partial"


def test_enterprise_follows_relations_as_far_as_its_steps_go(actor: Actor, settings: Any) -> None:
    settings.PROFILE = "enterprise"
    remember(actor, "Falcon is led by Rosalind.", name="lead")
    remember(actor, "Rosalind is managed by Tobias.", name="boss")
    remember(actor, "Tobias keeps bees in Leuven.", name="bees")
    done = query(actor, question="What does the boss of the person who leads Falcon keep?", max_steps=6)
    assert {"lead", "boss", "bees"} <= set(names(done))
    assert "unsupported_complexity" not in done.fallback and len(done.steps) <= 6


def test_links_lead_on(actor: Actor) -> None:
    remember(actor, "the lead of falcon is described in [[r-42]].", name="lead")
    remember(actor, "lives above the bakery", name="r-42")
    done = query(actor, question="Where does the person who leads falcon live?")
    assert done.steps[-1].asked.startswith("r-42: ") and "r-42" in names(done)


def test_the_days_that_a_question_names_are_looked_at_by_themselves(actor: Actor) -> None:
    remember(actor, "We chose Postgres.", name="choice")
    done = query(actor, question="What did we choose today?")
    assert [step.kind for step in done.steps] == ["lookup", "dated"] and names(done) == ["choice"]
    assert done.evidence[0].steps == [1, 2]


def test_the_past_is_read_for_who_asks_what_changed(actor: Actor) -> None:
    for day in ("Tuesdays", "Wednesdays"):
        remember(actor, f"The website is deployed on {day}.", name="deploys")
    done = query(actor, question="How has the deployment of the website changed?")
    (past,) = done.pasts
    assert [version.content for version in past.history.revisions][
        1
    ] == "The website is deployed on Tuesdays."
    assert done.history_events == len(past.history.events) >= 2
    assert query(actor, question="website", include_history=True).pasts


def test_history_keeps_to_the_profiles_events(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(investigation, "_HISTORY_OF_ONE", 1)
    for day in ("Tuesdays", "Wednesdays"):
        remember(actor, f"The website is deployed on {day}.", name="deploys")
    done = query(actor, question="Why did the website's deployment change?")
    assert done.pasts[0].cut and "history_limit" in done.fallback
    assert len(done.pasts[0].history.events) == done.history_events == 1


def test_a_history_of_just_as_many_events_is_whole(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(investigation, "_HISTORY_OF_ONE", 2)
    for day in ("Tuesdays", "Wednesdays"):
        remember(actor, f"The website is deployed on {day}.", name="deploys")
    done = query(actor, question="Why did the website's deployment change?")
    assert len(done.pasts[0].history.events) == 2
    assert not done.pasts[0].cut and "history_limit" not in done.fallback


def test_given_parts_are_looked_up_instead_of_ours(actor: Actor) -> None:
    remember(actor, "TypeScript for the front.", name="ts")
    done = query(actor, question="Our technology", subqueries=["TypeScript", "Vitest xyz"])
    assert [step.asked for step in done.steps] == ["TypeScript", "Vitest xyz"]
    assert (done.plan.complexity, "ts" in names(done)) == ("L2", True)


def test_a_name_alone_is_one_look_up(actor: Actor) -> None:
    remember(actor, "TypeScript for the front.", name="ts")
    done = query(actor, question="front; back; middle", names=["ts"])
    assert (done.plan.complexity, len(done.steps)) == ("L0", 1)


def test_steps_and_time_are_bounded_and_that_is_said(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(actor, "One thing.", name="one")
    done = query(actor, question="one thing; two things; three things", max_steps=2)
    assert len(done.steps) == 2 and done.fallback == ["max_steps"]
    assert query(actor, question="a b; c d; e f; g h").fallback[0] == "subquery_limit"
    clock = iter(range(1_000))
    monkeypatch.setattr(investigation.time, "monotonic", lambda: next(clock))
    late = query(actor, question="one thing; two things", timeout_ms=1_000)
    assert "timeout" in late.fallback


def test_nothing_found_is_not_enough(actor: Actor) -> None:
    done = query(actor, question="Which database does Falcon use?")
    assert (done.sufficiency.status, done.fallback) == ("insufficient", ["insufficient_evidence"])
    assert list(done.sufficiency.reasons) == ["no_evidence", "partial_query_coverage"]
    remember(actor, "Falcon uses PostgreSQL.")
    few = query(actor, question="Which database does Falcon use?", min_evidence=2)
    assert list(few.sufficiency.reasons) == ["below_min_evidence"]


def test_no_step_sees_more_than_the_caller_and_the_pack_less(actor: Actor, person: Actor) -> None:
    remember(person, "Falcon's secret is salt.", name="secret", sensitivity="private")
    remember(person, "Falcon's gone recipe.", name="gone")
    archive(person, name="gone")
    remember(person, "Falcon's manual recipe.", name="by-hand", recall_tier="manual")
    assert names(query(actor, question="Falcon's recipe; Falcon's secret")) == ["by-hand"]
    asked = query(person, question="Falcon's recipe; Falcon's secret", private=True)
    assert set(names(asked)) == {"secret", "by-hand"}
    assert asked.pack.text == "" and {left.reason for left in asked.pack.omitted} == {"private", "manual"}
    with pytest.raises(Forbidden):
        query(actor, question="Falcon", private=True)


BAD = [
    {"question": " "}, {"strategy": "clever"}, {"strategy": "direct", "include_history": True},
    {"strategy": "direct", "subqueries": ["a", "b"]}, {"subqueries": []}, {"subqueries": list("abcd")},
    {"subqueries": [" "]}, {"max_steps": 0}, {"max_steps": 5}, {"timeout_ms": 9}, {"timeout_ms": 5_001},
    {"min_evidence": 0}, {"min_evidence": 21}, {"token_budget": 1}, {"kinds": ["x"], "scopes": ["nowhere"]},
]  # fmt: skip


@pytest.mark.parametrize("asked", BAD, ids=str)
def test_what_is_out_of_bounds_is_refused_before_anything_is_looked_up(
    actor: Actor, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(investigation, "recall", lambda *_, **__: 1 / 0)
    with pytest.raises(ValidationFailed):
        query(actor, **{"question": "x", **asked})


def test_a_direct_query_is_one_search(actor: Actor) -> None:
    done = query(actor, question="one thing; two things yesterday", strategy="direct")
    assert [step.asked for step in done.steps] == ["one thing; two things yesterday"]


def test_strangers_and_who_may_not_read_find_nothing(actor: Actor, stranger: Actor) -> None:
    remember(actor, "Falcon uses PostgreSQL.", workspace="team")
    with pytest.raises(Forbidden):
        query(replace(actor, permissions=frozenset({Permission.WRITE})), question="Falcon")
    with access.acting(stranger):
        assert names(query(stranger, question="Falcon")) == []
        with pytest.raises(NotFound):
            query(stranger, question="Falcon", workspace="team")


@pytest.mark.parametrize("nothing", ["", "  ", "\0", "\u200b"], ids=ascii)
def test_a_question_of_nothing_is_refused_by_its_own_name(actor: Actor, nothing: str) -> None:
    with pytest.raises(ValidationFailed, match="question is empty"):
        query(actor, question=nothing)
