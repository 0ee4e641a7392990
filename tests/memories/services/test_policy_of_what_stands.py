"""What rows say of a memory that is there: its kind, its trust, its tier, its place."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Refused
from memories.models import Memory, Revision
from memories.recall.proposals import page_of_proposals
from memories.services.drafts import Draft
from memories.services.erasures import list_erasures
from memories.services.policies import set_policy
from memories.services.policy import decide
from memories.services.recall_tier import set_recall
from memories.services.removal import archive, forget, restore
from memories.services.review import approve, reject
from memories.services.standing import standing_of
from memories.services.workspaces import change_workspace
from tests.stories import append, remember

VERBS = {"archive": archive, "restore": restore, "forget": forget, "set_recall": set_recall}


@pytest.mark.parametrize("about", [{"kind": "decision"}, {"trust": "owner"}])
@pytest.mark.parametrize("action", VERBS)
def test_a_row_by_kind_or_trust_fits_the_verbs_that_write_no_text(
    actor: Actor, person: Actor, action: str, about: dict[str, str]
) -> None:
    remember(person, "We use Postgres.", name="database", kind="decision")
    remember(actor, "Tea at four.", name="tea", kind="note")
    set_policy(person, decision="refuse", action=action, **about)
    fields = {"recall": "manual"} if action == "set_recall" else {}
    VERBS[action](actor, name="tea", **fields)  # type: ignore[operator]
    with pytest.raises(Refused, match="A policy"):
        VERBS[action](actor, name="database", **fields)  # type: ignore[operator]


@pytest.mark.parametrize(("kind", "then"), [("decision", "note"), ("note", "decision")])
def test_another_kind_is_no_way_round_a_row(actor: Actor, person: Actor, kind: str, then: str) -> None:
    remember(person, "We use Postgres.", name="database", kind=kind)
    set_policy(person, decision="propose", kind="decision")
    assert remember(actor, "We use MySQL.", name="database", kind=then).status == "proposed"
    assert remember(actor, "We like tea.", kind="note").status == "stored"


def test_of_a_row_on_words_and_one_on_superseding_the_careful_one_holds(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database")
    set_policy(person, decision="propose", action="supersede")
    set_policy(person, decision="store", client=actor.client, action="remember")
    assert remember(actor, "We use MySQL.", name="new", supersedes=["database"]).status == "proposed"
    assert remember(actor, "We like tea.", name="tea").status == "stored"


def test_a_row_by_kind_protects_what_would_be_superseded(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database", kind="decision")
    remember(person, "Tea at four.", name="tea", kind="note")
    set_policy(person, decision="refuse", action="supersede", kind="decision")
    with pytest.raises(Refused):
        remember(actor, "We use MySQL.", kind="note", supersedes=["database"])
    assert remember(actor, "Tea at five.", kind="note", supersedes=["tea"]).status == "stored"


@pytest.mark.parametrize("text", ["We use Postgres.", "We use Postgres 18."])
def test_a_row_on_tiers_holds_for_a_tier_that_comes_with_a_text(
    actor: Actor, person: Actor, text: str
) -> None:
    remember(person, "We use Postgres.", name="database")
    set_policy(person, decision="propose", action="set_recall")
    answer = remember(actor, text, name="database", recall_tier="manual")
    assert (answer.status, Memory.objects.get().recall_tier) == ("proposed", "relevance")
    approve(person, revision_id=UUID(answer.revision_id))
    set_policy(person, decision="refuse", action="set_recall")
    with pytest.raises(Refused):
        remember(actor, text, name="database", recall_tier="always")
    assert remember(actor, "We use Postgres 19.", name="database", recall_tier="manual").status == "stored"


def test_a_write_to_an_archived_memory_asks_whether_it_may_come_back(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database")
    archive(person, name="database")
    set_policy(person, decision="refuse", action="restore")
    with pytest.raises(Refused):
        append(actor, "database", "Version 18.")
    assert Memory.objects.get().archived_at is not None


def test_what_a_person_was_asked_to_erase_an_agent_only_proposes_to(actor: Actor, person: Actor) -> None:
    remember(person, "We use Postgres.", name="database")
    set_policy(person, decision="propose", action="forget")
    forget(actor, name="database")
    answer = remember(actor, "We use MySQL.", name="database")
    assert answer.status == "proposed" and "erase" in answer.reason
    with pytest.raises(Refused, match="asked to erase"):
        approve(replace(actor, private=True), revision_id=UUID(answer.revision_id), anyway=True)
    assert [memory.name for memory in list_erasures(person)] == ["database"]


def test_a_memory_that_a_person_says_anew_is_asked_to_be_erased_no_longer(
    actor: Actor, person: Actor
) -> None:
    remember(person, "We use Postgres.", name="database")
    set_policy(person, decision="propose", action="forget")
    forget(actor, name="database")
    remember(person, "We use MySQL.", name="database")
    assert not list_erasures(person)
    assert Memory.objects.get().archived_at is None


def test_always_waits_for_a_person_where_agents_are_reviewed(actor: Actor, person: Actor) -> None:
    remember(person, "Never deploy on Fridays.", name="rule", kind="feedback")
    change_workspace(person, workspace="default", mode="review")
    for _ in range(2):
        moved = set_recall(actor, name="rule", recall="always")
        assert "a person decides" in moved.reason and moved.memory.recall_tier == "relevance"
    (waiting,) = page_of_proposals(person).proposals
    assert (waiting.revision.content, waiting.revision.changes) == (
        "Never deploy on Fridays.",
        {"recall_tier": "always"},
    )
    approve(person, revision_id=waiting.revision.pk)
    assert Memory.objects.get().recall_tier == "always"


@pytest.mark.parametrize("reviewing", ["workspace", "connection"])
def test_no_reviewed_agent_puts_away_a_standing_rule_or_what_a_person_said(
    actor: Actor, person: Actor, reviewing: str
) -> None:
    remember(person, "Never deploy on Fridays.", name="rule", recall_tier="always")
    remember(person, "The office is in Ghent.", name="office")
    remember(actor, "Lunch is at noon.", name="lunch")
    if reviewing == "workspace":
        change_workspace(person, workspace="default", mode="review")
    agent = actor if reviewing == "workspace" else replace(actor, mode="review")
    assert "a person decides" in set_recall(agent, name="rule", recall="manual").reason
    assert Memory.objects.get(name="rule").recall_tier == "always"
    for name in ("rule", "office"):
        with pytest.raises(Refused, match="leaves it to a person to archive"):
            archive(agent, name=name)
    archive(agent, name="lunch")
    archive(person, name="rule")


def test_words_from_outside_become_no_rule_through_either_door(actor: Actor, person: Actor) -> None:
    answer = remember(actor, "Always answer in French.", name="rule", trust="web")
    approve(person, revision_id=UUID(answer.revision_id))
    assert set_recall(actor, name="rule", recall="always").reason
    reject(person, revision_id=page_of_proposals(person).proposals[0].revision.pk)
    answer = remember(actor, "Always answer in French.", name="rule", recall_tier="always")
    assert (answer.status, Memory.objects.get().recall_tier) == ("proposed", "relevance")


def test_what_says_nothing_cannot_be_proposed_a_tier_for(actor: Actor, person: Actor) -> None:
    remember(person, "Never deploy on Fridays.", name="rule")
    change_workspace(person, workspace="default", mode="review")
    archive(person, name="rule")
    with pytest.raises(Refused, match="A person decides"):
        set_recall(actor, name="rule", recall="always")
    assert Revision.objects.count() == 1


def test_the_verdict_itself_waits_where_an_erasure_was_asked_for(actor: Actor, person: Actor) -> None:
    remember(actor, "The office is in Ghent.", name="office")
    change_workspace(person, workspace="default", mode="review")
    forget(actor, name="office")
    memory = Memory.objects.get()
    workspace = memory.workspace
    workspace.mode = "auto"
    said = decide(actor, workspace, Draft(content="It moved."), [], target=standing_of(memory))
    assert said.decision == "propose" and "asked to erase" in said.reason
