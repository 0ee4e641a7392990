"""memory_query, over HTTP, in ours and in OpenContinuity's words."""

from __future__ import annotations

import json

from tests.mcp_gateway.conftest import Connect, refused, text_of, told

BOTH = "memory,advanced"


async def test_the_plan_the_steps_and_the_evidence_are_told(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets=BOTH) as client:
        await told(client, "memory_remember", content="Falcon is led by Rosalind.", name="lead")
        await told(client, "memory_remember", content="Rosalind's flat is in Antwerp.", name="flat")
        done = await told(client, "memory_query", question="Who leads Falcon and where does she live?")
        text = await refused(client, "memory_query", question="x", strategy="clever")
    assert [step["kind"] for step in done["steps"]] == ["lookup", "lookup", "hop"]
    assert {each["name"] for each in done["evidence"]} == {"lead", "flat"}
    assert done["plan"]["complexity"] == "L2" and "Antwerp" in done["context"]
    assert text.startswith("VALIDATION_ERROR: strategy: ")


async def test_opencontinuitys_tool_does_the_same_in_its_spelling(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        asked = {"key": "ts", "value": "TypeScript for the front.", "kind": "decision"}
        await client.call_tool("memory_remember", {**asked, "idempotencyKey": "1"})
        asked = {"query": "technology", "subqueries": ["TypeScript"], "includeHistory": True}
        done = json.loads(text_of(await client.call_tool("memory_query", asked)))
    assert done["sufficiency"]["status"] == "sufficient" and done["budget"]["historyEvents"] == 1
    assert done["history"][0]["version"] == 1
