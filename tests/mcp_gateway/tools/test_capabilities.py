"""memory_capabilities, over HTTP, in ours and in OpenContinuity's words."""

from __future__ import annotations

import json

from tests.mcp_gateway.conftest import Connect, text_of, told


async def test_the_budgets_and_what_is_there_are_told(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="advanced") as client:
        answer = await told(client, "memory_capabilities")
    assert answer["profile"] == "lite"
    assert answer["budgets"]["tokens"] == {"usual": 1_024, "most": 4_096}
    assert answer["meaning"]["on"] is True and answer["built"]["reranker"] is False
    assert answer["workspaces"] == ["default", "team"]


async def test_opencontinuitys_tool_tells_the_same_in_its_spelling(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        answer = json.loads(text_of(await client.call_tool("memory_capabilities", {})))
    assert answer["budgets"]["historyEvents"] == 50
    assert answer["capabilities"]["semantic"] is True and answer["capabilities"]["facts"] is True
