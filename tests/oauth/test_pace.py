"""How fast one token may ask, whichever process answers."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache

from continuum.kernel.actor import Actor
from continuum.kernel.errors import RateLimited
from oauth import pace
from oauth.pace import Pace

ACTOR = Actor(user_id=1, client="token:1", workspaces=MappingProxyType({}), permissions=frozenset())
ELSEWHERE = """
import django
django.setup()
from tests.oauth.test_pace import ACTOR, Pace
for _ in range({count}):
    Pace("tests", {most}).keep(ACTOR)
"""


@pytest.fixture
def clock(services: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The beginning of a minute; nobody has asked yet."""
    cache.clear()
    now = [60_000.0]
    monkeypatch.setattr(pace.time, "time", lambda: now[0])
    return now


def refused(kept: Pace, actor: Actor = ACTOR) -> int:
    """How long it is told to wait."""
    with pytest.raises(RateLimited) as told:
        kept.keep(actor)
    return int(told.value.details["retry_after"])


def ask(kept: Pace, times: int, actor: Actor = ACTOR) -> None:
    for _ in range(times):
        kept.keep(actor)


def test_so_many_a_minute_and_then_as_the_minute_is_left_behind(clock: list[float]) -> None:
    kept = Pace("tests", 60)
    ask(kept, 60)
    assert refused(kept) == 61
    clock[0] += 61
    kept.keep(ACTOR)
    assert refused(kept) == 1
    clock[0] += 1
    kept.keep(ACTOR)


def test_who_comes_back_when_told_to_is_let_in(clock: list[float]) -> None:
    for most in (1, 2, 7, 240):
        kept = Pace(f"tests-{most}", most)
        clock[0] += 13.7
        ask(kept, most)
        clock[0] += refused(kept)
        kept.keep(ACTOR)


def test_being_refused_costs_nothing_and_waiting_saves_no_more_than_a_minutes_worth(
    clock: list[float],
) -> None:
    kept = Pace("tests", 2)
    ask(kept, 2)
    for _ in range(5):
        refused(kept)
    clock[0] += 3_600
    ask(kept, 2)
    refused(kept)


def test_callers_and_kinds_are_counted_apart(clock: list[float]) -> None:
    ask(Pace("tests", 1), 1)
    ask(Pace("tests", 1), 1, replace(ACTOR, client="token:2"))
    ask(Pace("tests", 1), 1, replace(ACTOR, user_id=2))
    ask(Pace("others", 1), 1)
    refused(Pace("tests", 1))


@pytest.mark.timeout(60)
def test_two_processes_count_together(services: Any) -> None:
    cache.clear()
    code = ELSEWHERE.format(count=30, most=40)
    subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=os.environ, check=True)
    with pytest.raises(RateLimited):
        ask(Pace("tests", 40), 40)


def test_a_cache_that_is_emptied_meanwhile_is_no_error(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "add", lambda *_: False)
    ask(Pace("tests", 1), 1)


def test_several_at_once_count_as_so_many(clock: list[float]) -> None:
    kept = Pace("tests", 5)
    kept.keep(ACTOR, count=4)
    with pytest.raises(RateLimited):
        kept.keep(ACTOR, count=2)
    kept.keep(ACTOR)
    refused(kept)


def test_what_is_counted_ahead_asks_the_cache_seldom(clock: list[float], monkeypatch: Any) -> None:
    kept, asked = Pace("tests", 600, ahead=30), []
    monkeypatch.setattr(pace.cache, "get_many", lambda keys: asked.append(keys) or {})
    ask(kept, 60)
    assert len(asked) == 2


def test_several_processes_that_count_ahead_let_no_more_through(clock: list[float]) -> None:
    processes = [Pace("tests", 600, ahead=30) for _ in range(2)]
    let_in = 0
    for turn in range(700):
        try:
            processes[turn % 2].keep(ACTOR)
        except RateLimited:
            continue
        let_in += 1
    assert let_in == 600


def test_what_was_counted_ahead_is_not_taken_into_the_next_minute(clock: list[float]) -> None:
    kept = Pace("tests", 600, ahead=30)
    kept.keep(ACTOR)
    assert kept.takes(ACTOR)
    clock[0] += 60
    assert not kept.takes(ACTOR)


def test_none_a_minute_stands_for_any_number(clock: list[float]) -> None:
    kept = Pace("tests", 0, ahead=30)
    ask(kept, 100)
    assert kept.takes(ACTOR)
