"""How fast one connection may call: tools tell it as text with the code, what is no tool as an error."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from mcp.shared.exceptions import MCPError

from continuum.limit_settings import Paces


@pytest.fixture(autouse=True)
def counted_anew(services: Any) -> None:
    cache.clear()


async def test_who_calls_too_often_is_told_so_in_words(connect: Any, settings: Any) -> None:
    settings.PACES = Paces(calls=2)
    async with connect() as client:
        answers = [await client.call_tool("memory_workspaces", {}) for _ in range(3)]
    assert [answer.is_error for answer in answers] == [False, False, True]
    assert answers[2].content[0].text.startswith("RATE_LIMITED: ")


async def test_listing_tools_is_no_call(connect: Any, settings: Any) -> None:
    settings.PACES = Paces(calls=1)
    async with connect() as client:
        for _ in range(3):
            assert (await client.list_tools()).tools
        assert not (await client.call_tool("memory_workspaces", {})).is_error


async def test_resources_and_prompts_are_calls_too(connect: Any, settings: Any) -> None:
    settings.PACES = Paces(calls=2)
    async with connect() as client:
        await client.read_resource("memory://guide")
        await client.get_prompt("session_summary")
        with pytest.raises(MCPError, match="RATE_LIMITED: "):
            await client.read_resource("memory://guide")
        with pytest.raises(MCPError, match="RATE_LIMITED: "):
            await client.get_prompt("session_summary")
