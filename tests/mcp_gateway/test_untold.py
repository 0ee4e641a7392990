"""What a client sent is not sent back with its secrets, whatever is wrong with it."""

from __future__ import annotations

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp_gateway.conftest import Connect

KEY = "ghp_" + "R7uWq2ZkX9pLm4TnV8sBd3YfHc6JgA1eQw5K"


@pytest.mark.parametrize(
    "asked",
    [{"content": "x", KEY: "y"}, {"content": "x", "workspace": KEY}, {"content": "x", "kind": KEY}],
)
@pytest.mark.parametrize("toolsets", ["memory", "opencontinuity"])
async def test_no_tools_error_tells_a_secret(connect: Connect, asked: dict[str, str], toolsets: str) -> None:
    async with connect(toolsets=toolsets) as client:
        result = await client.call_tool("memory_remember", asked)
    assert result.is_error
    assert KEY[4:] not in str(result.content)


async def test_no_protocol_error_tells_one(connect: Connect) -> None:
    async with connect() as client:
        for asking in (
            client.call_tool(KEY, {}),
            client.get_prompt(KEY),
            client.read_resource(f"memory://{KEY}/x"),
        ):
            with pytest.raises(MCPError) as refused:
                await asking
            assert KEY[4:] not in str(refused.value)
