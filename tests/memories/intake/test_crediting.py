"""What comes in through a client that a person let in says so in its source."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from memories.intake.crediting import credited
from memories.intake.shape import MAX_SOURCE
from memories.recall.reading import get_memory
from memories.services.drafts import Draft
from tests.stories import append, remember

CLAUDE = Actor(user_id=1, client="oauth:1", via="Claude Code")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("README", "README (via Claude Code)"),
        ("", "via Claude Code"),
        ("  ", "via Claude Code"),
    ],
)
def test_the_source_tells_the_client(source: str, told: str) -> None:
    assert credited(CLAUDE, Draft(content="x", source=source)).source == told


def test_a_long_source_makes_room_for_the_client() -> None:
    told = credited(CLAUDE, Draft(content="x", source="s" * MAX_SOURCE)).source
    assert len(told) == MAX_SOURCE and told.endswith("s (via Claude Code)")


def test_a_source_that_is_too_long_is_still_refused() -> None:
    draft = Draft(content="x", source="s" * (MAX_SOURCE + 1))
    assert credited(CLAUDE, draft) == draft


def test_nobody_else_is_credited() -> None:
    draft = Draft(content="x", source="README")
    assert credited(replace(CLAUDE, via=""), draft) == draft


def test_the_store_tells_it_and_what_is_added_keeps_the_source(actor: Actor) -> None:
    by_claude = replace(actor, via="Claude Code")
    remember(by_claude, "The office is in Ghent.", name="office", source="README")
    append(by_claude, "office", "On the second floor.")
    assert get_memory(actor, name="office").source == "README (via Claude Code)"
    append(by_claude, "office", "Ring twice.", source="a call")
    assert get_memory(actor, name="office").source == "a call (via Claude Code)"
