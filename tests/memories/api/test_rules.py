"""Which sentences read like standing rules, where a script asks."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from tests.memories.api.conftest import Script
from tests.stories import remember

RULE = "Never deploy on Fridays."


@pytest.fixture(autouse=True)
def _memories(actor: Actor) -> None:
    remember(actor, f"We met. {RULE}", name="deploys")
    remember(actor, "Always run the tests.", name="tests", recall_tier="always")
    remember(actor, "Always say please.", name="manners", trust="web")


def _told(response) -> dict[str, list[str]]:
    assert response.status_code == 200, response.content
    return {memory["name"]: memory["rule_sentences"] for memory in response.json()["memories"]}


def test_recall_tells_them(api: Script) -> None:
    assert _told(api.get("/recall?query=deploy"))["deploys"] == [RULE]
    assert _told(api.post("/recall", {"query": "run tests"}))["tests"] == []


def test_a_list_tells_them_when_asked(api: Script) -> None:
    assert _told(api.get("/memories?rules=1")) == {
        "deploys": [RULE], "tests": [], "manners": ["Always say please."]
    }  # fmt: skip
    assert all("rule_sentences" not in memory for memory in api.get("/memories").json()["memories"])


def test_one_memory_and_a_proposal_tell_them(api: Script) -> None:
    assert api.get("/memories/deploys").json()["rule_sentences"] == [RULE]
    (proposal,) = api.get("/proposals").json()["proposals"]
    assert proposal["rule_sentences"] == ["Always say please."]


def test_nothing_is_told_of_what_is_always_recalled(api: Script) -> None:
    assert api.post("/memories/deploys/recall-tier", {"recall": "always"}).status_code == 200
    assert _told(api.get("/recall?query=deploy"))["deploys"] == []
