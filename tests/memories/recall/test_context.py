"""What is picked for a context."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound
from memories import access
from memories.recall import context
from memories.recall.context import LONGEST_PROMPT, RECENT, SHORT_PROMPT, pick_context, questions
from memories.services.removal import archive
from tests.stories import remember

ASKED = "Which database does the Falcon project use?"
SAID = "The Falcon project uses the database PostgreSQL 16."


def hits(actor: Actor, prompt: str = ASKED, **more: Any) -> list[str]:
    return [hit.name for hit in pick_context(actor, prompt=prompt, **more).hits]


def rules(actor: Actor, **more: Any) -> list[str]:
    return [rule.name for rule in pick_context(actor, **more).rules]


def test_a_memory_close_to_the_message_is_picked_with_its_reasons(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    picked = pick_context(actor, prompt=ASKED)
    assert [hit.name for hit in picked.hits] == ["falcon"]
    assert picked.best == picked.hits[0].receipt.similarity >= 0.45
    assert "close in meaning" in picked.hits[0].receipt.reasons


def test_what_is_not_close_enough_stays_out_but_is_measured(actor: Actor) -> None:
    remember(actor, SAID)
    picked = pick_context(actor, prompt="Write me a poem about the sea in winter.")
    assert picked.hits == []
    assert picked.best is None or picked.best < 0.45


def test_the_gate_is_a_setting(actor: Actor, settings: Any) -> None:
    remember(actor, SAID, name="falcon")
    settings.HOOK_GATE_PERCENT = 99
    assert hits(actor) == []


def test_no_more_than_three_are_picked_the_best_first(actor: Actor) -> None:
    for said in (
        SAID,
        "Falcon's database is backed up every night by a script of Ana's.",
        "Who wants access to the database of the Falcon project asks Ben first.",
        "The Falcon project once used a database in files, which broke on the network drive.",
    ):
        remember(actor, said)
    found = pick_context(actor, prompt=ASKED).hits
    scores = [hit.receipt.score for hit in found]
    assert len(found) == 3 and scores == sorted(scores, reverse=True)


def test_rules_need_no_match_and_the_newest_is_first(actor: Actor) -> None:
    for name, rule in (
        ("one", "No deploys on Fridays."),
        ("two", "Prefer tabs."),
        ("three", "Write German."),
    ):
        remember(actor, rule, name=name, recall_tier="always")
    assert rules(actor, prompt="anything") == rules(actor) == ["three", "two", "one"]


def test_what_may_not_be_injected_crowds_nothing_out(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(actor, SAID, name="falcon")
    remember(actor, ASKED, name="by-hand", recall_tier="manual")
    monkeypatch.setattr(context, "LOOKED_AT", 1)
    assert hits(actor) == ["falcon"]


def test_a_rule_is_no_hit_as_well_and_opens_no_gate(actor: Actor) -> None:
    remember(actor, SAID, name="falcon", recall_tier="always")
    picked = pick_context(actor, prompt=ASKED)
    assert ([rule.name for rule in picked.rules], picked.hits) == (["falcon"], [])


@pytest.mark.parametrize("tier", ["always", "relevance"])
def test_private_and_archived_ones_are_never_picked(actor: Actor, person: Actor, tier: str) -> None:
    remember(person, SAID, name="secretly", recall_tier=tier, sensitivity="private")
    remember(person, "The Falcon project uses the database Oracle since 2019.", name="gone", recall_tier=tier)
    archive(person, name="gone")
    picked = pick_context(person, prompt=ASKED)
    assert (picked.rules, picked.hits) == ([], [])


def test_manual_ones_and_proposals_are_never_picked(actor: Actor) -> None:
    remember(actor, SAID, name="by-hand", recall_tier="manual")
    remember(actor, "The Falcon project runs its database on 3 machines.", name="waiting", propose_only=True)
    picked = pick_context(actor, prompt=ASKED)
    assert (picked.rules, picked.hits) == ([], [])


def test_what_another_memory_contradicts_is_not_picked(actor: Actor) -> None:
    remember(actor, SAID, name="one")
    remember(actor, SAID.replace("16", "18"), name="other")
    assert hits(actor) == []


def test_of_rules_that_contradict_each_other_the_newest_holds(actor: Actor) -> None:
    remember(actor, "Always indent with 4 spaces.", name="older", recall_tier="always")
    remember(actor, "Always indent with 2 spaces.", name="newer", recall_tier="always")
    picked = pick_context(actor)
    assert [rule.name for rule in picked.rules] == ["newer"]
    assert [rule.name for rule in picked.disputed] == ["older"]


def test_no_ordinary_memory_pushes_a_rule_out(actor: Actor) -> None:
    remember(actor, "Always indent with 4 spaces.", name="rule", recall_tier="always")
    assert remember(actor, "Always indent with 2 spaces.", name="claim").conflicts == ["rule"]
    assert rules(actor) == ["rule"]


def test_the_default_workspace_is_read_with_every_other(actor: Actor) -> None:
    remember(actor, "Never deploy on Fridays.", name="everywhere", recall_tier="always")
    remember(actor, SAID, name="falcon", workspace="team")
    picked = pick_context(actor, prompt=ASKED, workspace="team")
    assert [rule.workspace for rule in picked.rules] == ["default"]
    assert [hit.workspace for hit in picked.hits] == ["team"]
    assert picked.workspaces == ["team", "default"]


def test_a_short_message_is_understood_by_what_was_said_before_it(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    assert hits(actor, "and which one?") == []
    picked = pick_context(actor, prompt="and which one?", recent=ASKED)
    assert ([hit.name for hit in picked.hits], picked.expanded) == (["falcon"], True)


def test_a_short_message_that_says_enough_is_not_blurred(actor: Actor) -> None:
    remember(actor, SAID, name="falcon")
    picked = pick_context(actor, prompt=ASKED, recent="We talked about cooking pasta. " * 20)
    assert ([hit.name for hit in picked.hits], picked.expanded) == (["falcon"], False)


def test_what_is_searched_for_is_bounded_and_a_long_message_stands_alone() -> None:
    assert questions("x" * SHORT_PROMPT, "before") == [("x" * SHORT_PROMPT, False)]
    (_, (expanded, _)) = questions("and?", "y" * 5_000)
    assert expanded == f"and?\n{'y' * RECENT}"
    ((long, _),) = questions("a" * 50_000 + "b" * 50_000, "before")
    assert len(long) == LONGEST_PROMPT + 1 and long.startswith("a") and long.endswith("b")
    assert questions(" \n", "before") == []


def test_a_stranger_and_who_may_not_read_get_nothing(actor: Actor, stranger: Actor, alice: Any) -> None:
    remember(actor, SAID)
    with access.acting(stranger):
        assert hits(stranger) == []
        with pytest.raises(NotFound):
            pick_context(stranger, prompt=ASKED, workspace="team")
    blind = replace(actor, permissions=frozenset({Permission.WRITE}))
    with pytest.raises(Forbidden):
        pick_context(blind, prompt=ASKED)
