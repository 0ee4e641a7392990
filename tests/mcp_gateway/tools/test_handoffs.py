"""The tools for handoffs, over HTTP, between two agents."""

from __future__ import annotations

import json
from typing import Any

from mcp.client import Client

from tests.mcp_gateway.conftest import Connect, refused, text_of, told

GIVEN = {"task_id": "shop", "summary": "The cart is done.", "next_actions": ["Ship it."]}
BOTH = "memory,advanced"


async def test_one_agent_hands_over_and_another_resumes_and_takes_it(connect: Connect, era: str) -> None:
    async with connect(mode=era) as codex:
        await told(codex, "memory_remember", content="Payment by Mollie.", name="payment")
        made = await told(codex, "memory_handoff_create", **GIVEN, memories=["payment"])
        await told(codex, "memory_remember", content="Payment by invoice.", name="payment")
    async with connect(mode=era, agent="claude", toolsets=BOTH) as claude:
        found = await told(claude, "memory_handoff_resume", task_id="shop")
        assert (found["status"], found["handoff"]["agent"]) == ("ready", "codex")
        assert found["handoff"]["warnings"] == ["payment is at version 2 now, not 1."]
        taken = await told(claude, "memory_handoff_acknowledge", handoff_id=made["handoff_id"])
        assert taken["state"] == "acknowledged"
    async with connect(mode=era, agent="cursor", toolsets=BOTH) as cursor:
        assert (await told(cursor, "memory_handoff_resume"))["status"] == "taken"
        asked = {"handoff_id": made["handoff_id"]}
        assert (await refused(cursor, "memory_handoff_acknowledge", **asked)).startswith("CONFLICT: ")


async def test_an_addressee_declines_and_an_id_must_be_one(connect: Connect) -> None:
    async with connect() as codex:
        made = await told(codex, "memory_handoff_create", **GIVEN, addressee="claude")
    async with connect(agent="claude", toolsets=BOTH) as claude:
        answer = {"handoff_id": made["handoff_id"], "accept": False, "answer": "No shell."}
        assert (await told(claude, "memory_handoff_acknowledge", **answer))["state"] == "declined"
        text = await refused(claude, "memory_handoff_acknowledge", handoff_id="x")
        assert text.startswith("VALIDATION_ERROR: handoff_id: ")


async def test_strangers_find_none(connect: Connect, stranger_token: str) -> None:
    async with connect() as codex:
        made = await told(codex, "memory_handoff_create", **GIVEN, workspace="team")
    async with connect(bearer=stranger_token, toolsets=BOTH) as stranger:
        assert (await told(stranger, "memory_handoff_resume"))["status"] == "not_found"
        text = await refused(stranger, "memory_handoff_acknowledge", handoff_id=made["handoff_id"])
        assert text.startswith("MEMORY_NOT_FOUND: ")


async def said(client: Client, tool: str, **arguments: Any) -> Any:
    return json.loads(text_of(await client.call_tool(tool, arguments)))


async def test_opencontinuitys_tools_do_the_same_in_its_spelling(connect: Connect) -> None:
    asked = {"taskId": "shop", "summary": "Done.", "idempotencyKey": "1", "blockedBy": ["Keys."],
             "artifacts": ["cart.py", {"path": "pay.py"}], "metadata": {"x": 1}}  # fmt: skip
    async with connect(toolsets="opencontinuity") as client:
        made = await said(client, "memory_handoff_create", **asked)
        again = await said(client, "memory_handoff_create", **asked)
        found = await said(client, "memory_handoff_resume", taskId="shop")
    assert (made["handoffId"], made["duplicate"], made["notKept"]) == (again["handoffId"], False, ["x"])
    assert again["duplicate"] and found["status"] == "ready"
    assert found["handoff"]["artifacts"] == ["cart.py", '{"path": "pay.py"}']
    assert found["handoff"]["blockedBy"] == ["Keys."]
