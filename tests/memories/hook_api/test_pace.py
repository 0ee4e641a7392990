"""How fast one token may ask."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import RateLimited
from memories.hook_api import pace
from memories.hook_api.limits import MOST_CALLERS
from memories.hook_api.pace import Pace

ACTOR = Actor(user_id=1, client="token:1", workspaces=MappingProxyType({}), permissions=frozenset())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(pace.time, "monotonic", lambda: now[0])
    return now


def test_what_was_not_used_comes_back_second_by_second(clock: list[float]) -> None:
    kept = Pace(60)
    for _ in range(60):
        kept.keep(ACTOR)
    with pytest.raises(RateLimited) as refused:
        kept.keep(ACTOR)
    assert refused.value.details["retry_after"] == 1
    clock[0] += 1
    kept.keep(ACTOR)
    with pytest.raises(RateLimited):
        kept.keep(ACTOR)


def test_being_refused_costs_nothing_and_waiting_saves_no_more_than_a_minutes_worth(
    clock: list[float],
) -> None:
    kept = Pace(2)
    for _ in range(2):
        kept.keep(ACTOR)
    for _ in range(5):
        with pytest.raises(RateLimited):
            kept.keep(ACTOR)
    clock[0] += 3_600
    for _ in range(2):
        kept.keep(ACTOR)
    with pytest.raises(RateLimited):
        kept.keep(ACTOR)


def test_only_so_many_callers_are_remembered(clock: list[float]) -> None:
    kept = Pace(1)
    for number in range(MOST_CALLERS + 5):
        kept.keep(replace(ACTOR, user_id=number))
    assert len(kept._left) == MOST_CALLERS
