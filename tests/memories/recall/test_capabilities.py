"""What is told of the installation is so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.recall.capabilities import capabilities
from memories.recall.profiles import PROFILES


def test_it_tells_the_profile_and_what_this_connection_may(actor: Actor) -> None:
    told = capabilities(actor)
    assert told.profile is PROFILES["lite"]
    assert told.budgets["tokens"] == {"usual": 1_024, "most": 4_096}
    assert told.workspaces == ("default", "team") and "memory:read" in told.permissions
    assert capabilities(replace(actor, permissions=frozenset())).permissions == ()
    assert told.facts_by == "rules" and told.built["reranker"] is False


def test_a_reranker_is_told_of_once_one_is_configured(actor: Actor, settings: Any) -> None:
    settings.RERANKER = "sentence-transformers:any"
    assert capabilities(actor).built["reranker"] is True


@pytest.mark.parametrize(
    ("embedding", "shown"),
    [
        ("onnx:all-MiniLM-L6-v2", ("onnx", "all-MiniLM-L6-v2")),
        ("openai:small@https://inside.example/v1", ("openai", "small")),
        ("none", ("", "")),
        ("nonsense", ("", "")),
    ],
)
def test_meaning_is_told_as_it_is_configured_and_not_where_it_runs(
    actor: Actor, settings: Any, embedding: str, shown: tuple[str, str]
) -> None:
    settings.EMBEDDING = embedding
    meaning = capabilities(actor).meaning
    assert (meaning.engine, meaning.model) == shown
    assert meaning.on is any(shown) and bool(meaning.reason) is not meaning.on
