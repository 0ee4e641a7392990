"""The numbers of the profiles, and that search keeps to them."""

from __future__ import annotations

from typing import Any

import pytest

from continuum.kernel.actor import Actor
from memories.recall.profiles import PROFILES, profile
from memories.recall.recall import recall
from tests.stories import remember

TOLD = {
    "lite": (50, 1_024, 4_096, 20, 3, 4, 1_500, 5_000, 3, 50, False),
    "team": (100, 4_096, 16_384, 50, 5, 8, 3_000, 10_000, 8, 100, False),
    "enterprise": (200, 8_192, 65_536, 100, 8, 16, 5_000, 30_000, 16, 500, True),
}


@pytest.mark.parametrize("name", list(TOLD))
def test_each_profile_spends_what_the_documents_say(name: str) -> None:
    it = PROFILES[name]
    pairs = (it.tokens, it.steps, it.milliseconds)
    tokens, steps, time = ((pair.usual, pair.most) for pair in pairs)
    told = (
        it.candidates,
        *tokens,
        it.memories,
        *steps,
        *time,
        it.subqueries,
        it.history_events,
        it.multi_hop,
    )
    assert told == TOLD[name]


def test_the_setting_chooses_the_profile(settings: Any) -> None:
    settings.PROFILE = "team"
    assert profile().name == "team"


@pytest.mark.parametrize("name", ["lite", "team"])
def test_a_search_looks_at_as_many_candidates_as_the_profile_has(
    actor: Actor, settings: Any, name: str
) -> None:
    settings.PROFILE, settings.EMBEDDING = name, "none"
    for number in range(110):
        remember(actor, f"Parcel number {number} went to Ghent.")
    assert recall(actor, query="Which parcel went to Ghent?").candidates == PROFILES[name].candidates
