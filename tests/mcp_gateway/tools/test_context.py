"""memory_context, over HTTP."""

from __future__ import annotations

import json

from tests.mcp_gateway.conftest import Connect, refused, text_of, told

ASKED = "Which database does Falcon use?"


async def test_a_pack_holds_the_rules_and_what_answers(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="Falcon uses PostgreSQL 16.", name="falcon")
        await told(client, "memory_remember", content="Answer in German.", name="german", recall="always")
        made = await told(client, "memory_context", query=ASKED, purpose="coding")
    assert [item["name"] for item in made["items"]] == ["german", "falcon"]
    assert made["budget"]["used"] == -(-len(made["context"].encode()) // 4)
    assert made["retrieval"]["candidates"] == 1


async def test_what_was_left_out_is_named(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Falcon. " * 90, name="long", recall="always")
        made = await told(client, "memory_context", token_budget=64)
        assert made["context"] == "" and made["omitted"][0]["reasons"] == ["token_budget"]
        assert (await refused(client, "memory_context", token_budget=1)).startswith(
            "VALIDATION_ERROR: token_budget: "
        )


async def test_opencontinuitys_tool_gives_the_same_in_its_spelling(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        asked = {"key": "falcon", "value": {"database": "PostgreSQL"}, "kind": "decision"}
        await client.call_tool("memory_remember", {**asked, "idempotencyKey": "1"})
        found = await client.call_tool("memory_context", {"query": ASKED, "tokenBudget": 512})
    made = json.loads(text_of(found))
    assert json.loads(made["context"].split("\n")[1])["value"] == {"database": "PostgreSQL"}
    assert made["items"][0]["mayConflictWith"] == [] and made["budget"]["asked"] == 512
