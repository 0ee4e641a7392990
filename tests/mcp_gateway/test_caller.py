"""Who calls."""

from __future__ import annotations

import asyncio

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Unauthorized
from mcp_gateway.caller import Caller, calling, current_actor


def caller(user: int) -> Caller:
    return Caller(Actor(user_id=user, client="tests"), frozenset({"memory"}))


def test_outside_a_request_there_is_nobody() -> None:
    with pytest.raises(Unauthorized):
        current_actor()


def test_within_a_request_there_is_its_caller_and_afterwards_nobody() -> None:
    with calling(caller(1)):
        assert current_actor().user_id == 1
    with pytest.raises(Unauthorized):
        current_actor()


async def test_requests_at_the_same_time_keep_their_own_callers() -> None:
    async def request(user: int) -> int:
        with calling(caller(user)):
            await asyncio.sleep(0)
            return await asyncio.create_task(asyncio.sleep(0, current_actor().user_id))

    assert await asyncio.gather(*(request(user) for user in range(20))) == list(range(20))
