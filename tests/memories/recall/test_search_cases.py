"""The KS cases: what must be found, and must not, in any script, by words alone and with meaning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.recall.recall import recall
from tests.stories import names_found, remember

CASES: dict[str, Any] = json.loads((Path(__file__).parents[2] / "cases" / "search.json").read_text())
QUESTIONS = [(case, number) for case, data in CASES.items() for number in range(len(data["queries"]))]


@pytest.fixture(params=["words-only", "hybrid"])
def mode(request: pytest.FixtureRequest, settings: Any) -> str:
    if request.param == "words-only":
        settings.EMBEDDING = "none"
    return str(request.param)


@pytest.mark.parametrize(("case", "number"), QUESTIONS)
def test_the_case_is_answered(case: str, number: int, mode: str, actor: Actor) -> None:
    for memory in CASES[case]["memories"]:
        remember(actor, memory["content"], name=memory["id"])
    asked = CASES[case]["queries"][number]
    found = names_found(actor, asked["query"])
    missing = set(asked.get("hit", [])) - set(found)
    assert not missing or asked.get("optional")
    assert "first" not in asked or found[0] == asked["first"]
    assert mode == "hybrid" or not set(asked.get("miss", [])) & set(found)
    assert "max_results_note" not in asked or mode == "hybrid" or len(found) < len(CASES[case]["memories"])


def test_the_answer_says_when_it_went_by_words_only(actor: Actor, settings: Any) -> None:
    settings.EMBEDDING = "none"
    remember(actor, "The office is in Ghent.")
    answer = recall(actor, query="office")
    assert (answer.mode, len(answer.memories)) == ("words-only", 1)
    assert "off" in answer.mode_reason
