"""The TM cases: days are the reader's days, wherever the server stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from continuum.kernel.actor import Actor
from memories.recall.listing import list_memories
from memories.recall.recall import recall
from memories.services import turns
from tests.stories import remember


def at(monkeypatch: pytest.MonkeyPatch, instant: str) -> None:
    monkeypatch.setattr(turns.timezone, "now", lambda: datetime.fromisoformat(instant))


def on(actor: Actor, day: str) -> list[str]:
    return [memory.name for memory in list_memories(actor, since=day, until=day).memories]


def test_tm_01_the_24th_in_los_angeles(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "2025-07-25T02:00:00+00:00")
    remember(actor, "The harbour is closed.", name="note")
    reader = replace(actor, timezone="America/Los_Angeles")
    assert (on(reader, "2025-07-24"), on(reader, "2025-07-25")) == (["note"], [])
    assert [
        m.name for m in recall(reader, query="harbour", since="2025-07-24", until="2025-07-24").memories
    ] == ["note"]


def test_tm_02_half_past_midnight_in_bucharest_is_today(
    actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, "2026-11-29T22:30:00+00:00")
    remember(actor, "The harbour is closed.", name="note")
    reader = replace(actor, timezone="Europe/Bucharest")
    assert [memory.name for memory in list_memories(reader, since="2026-11-30").memories] == ["note"]


def test_tm_03_days_of_23_and_25_hours(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    instants = [
        "2026-03-28T22:30",
        "2026-03-29T21:59",
        "2026-03-29T22:00",
        "2026-10-25T22:30",
        "2026-10-25T23:01",
    ]
    for instant in instants:
        at(monkeypatch, f"{instant}:00+00:00")
        remember(actor, f"Written at {instant}", name=instant)
    reader = replace(actor, timezone="Europe/Brussels")
    assert on(reader, "2026-03-29") == ["2026-03-29T21:59"]
    assert on(reader, "2026-10-25") == ["2026-10-25T22:30"]
    assert [memory.name for memory in list_memories(reader).memories] == instants[::-1]


@pytest.mark.parametrize("moment", ["2026-03-29T02:30:00", "2026-10-25T02:30:00"])
def test_tm_03_an_hour_that_is_missing_or_comes_twice_is_no_error(actor: Actor, moment: str) -> None:
    reader = replace(actor, timezone="Europe/Brussels")
    assert list_memories(reader, since=moment).memories == []


def test_the_same_instant_whatever_zone_it_is_read_in(actor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, "2026-05-01T23:30:00+14:00")
    remember(actor, "The harbour is closed.", name="note")
    reader = replace(actor, timezone="Pacific/Niue")
    written = list_memories(reader).memories[0].updated_at
    assert written == datetime.fromisoformat("2026-05-01T09:30:00+00:00")
