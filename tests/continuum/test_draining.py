"""A process that was asked to end says that it is not ready, and serves until its time is over."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from continuum import draining


@pytest.fixture
def asked_to_end() -> Iterator[list[int]]:
    """SIGTERM, as uvicorn would take it."""
    taken: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: taken.append(number))
    yield taken
    signal.signal(signal.SIGTERM, before)
    draining._DRAINING.clear()


async def test_the_signal_is_passed_on_when_the_time_is_over(asked_to_end: list[int]) -> None:
    draining.drain_on_sigterm(seconds=0.05)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.sleep(0)
    assert draining.draining() and asked_to_end == []
    await asyncio.sleep(0.2)
    assert asked_to_end == [signal.SIGTERM]


async def test_a_second_signal_is_passed_on_at_once(asked_to_end: list[int]) -> None:
    draining.drain_on_sigterm(seconds=60)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.sleep(0)
    assert asked_to_end == [signal.SIGTERM]


async def test_without_time_for_it_nothing_is_changed(asked_to_end: list[int]) -> None:
    draining.drain_on_sigterm(seconds=0)
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.sleep(0)
    assert asked_to_end == [signal.SIGTERM] and not draining.draining()


def test_who_is_about_to_end_is_not_ready_and_lives(client: Client, asked_to_end: Any) -> None:
    draining._DRAINING.set()
    told = client.get("/health/ready")
    assert told.status_code == 503 and json.loads(told.content)["status"] == "down"
    assert client.get("/health/live").status_code == 200
