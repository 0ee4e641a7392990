"""The tools of the seeds, by their own names, over HTTP: what was written for one of them goes on working."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp.client import Client

from mcp_gateway.toolsets import TOOLSETS, chosen, tools_of
from tests.mcp_gateway.conftest import Connect, text_of, told

KEY = "AKIA" + "Q7RT4WXB2NMLPZ5K"


async def said(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return text_of(result)


async def read(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    return dict(json.loads(await said(client, tool, **arguments)))


async def error(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return dict(json.loads(text_of(result))["error"])


TEA = {"name": "tea", "type": "user", "description": "What to drink", "content": "Green tea at four."}


async def test_continuums_tools_save_find_move_and_delete(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="continuum") as client:
        assert "Saved memory 'tea' (type=user, recall=always)." in await said(
            client, "memory_save", **TEA, recall="always"
        )
        await said(client, "memory_append", name="tea", text="Never black.")
        found = await said(client, "memory_search", query="what to drink")
        assert "## tea (workspace=default, type=user, recall=always" in found and "Never black." in found
        assert (
            await said(client, "memory_set_recall", name="tea", recall="manual")
            == "'tea' is recalled manual."
        )
        assert await said(client, "memory_archive", name="tea") == "Archived 'tea'."
        assert await said(client, "memory_list") == "No memories."
        assert "(archived)" in await said(client, "memory_list", include_archived=True)
        assert await said(client, "memory_restore", name="tea") == "Restored 'tea'."
        assert await said(client, "memory_list") == "- [default] tea (user, manual): What to drink"
        assert await said(client, "memory_delete", name="tea") == "Deleted 'tea'."
        assert "- default" in await said(client, "memory_list_workspaces")


async def test_continuums_tools_say_what_stays_and_what_is_wrong(connect: Connect) -> None:
    async with connect(toolsets="continuum") as client:
        await said(client, "memory_save", **TEA, recall="always")
        await said(client, "memory_save", **{**TEA, "content": "Green tea at five."})
        assert "recall=always" in await said(client, "memory_search", query="tea")
        for tool, asked in (
            ("memory_set_recall", {"name": "tea", "recall": "sometimes"}),
            ("memory_append", {"name": "nobody", "text": "x"}),
            ("memory_save", {**TEA, "content": f"key {KEY}"}),
        ):
            assert (await client.call_tool(tool, asked)).is_error


async def test_opencontinuitys_tools_keep_json_by_key(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="opencontinuity") as client:
        asked = {"key": "editor", "value": {"tabs": 2}, "kind": "user_preference", "idempotencyKey": "1"}
        first = await read(client, "memory_remember", **asked)
        assert (first["status"], first["version"], first["duplicate"]) == ("stored", 1, False)
        again = await read(client, "memory_remember", **asked)
        assert (again["memoryId"], again["duplicate"]) == (first["memoryId"], True)
        merged = {**asked, "value": {"theme": "dark"}, "writeMode": "merge", "idempotencyKey": "2"}
        assert (await read(client, "memory_remember", **merged))["version"] == 2
        (memory,) = (await read(client, "memory_recall", key="editor"))["memories"]
        assert (memory["value"], memory["version"]) == ({"tabs": 2, "theme": "dark"}, 2)
        life = await read(client, "memory_history", memoryId=first["memoryId"])
        assert [version["version"] for version in life["versions"]] == [2, 1]
        assert (await read(client, "memory_forget", memoryId=first["memoryId"]))["forgotten"]
        assert (await read(client, "memory_recall"))["memories"] == []


async def test_opencontinuitys_errors_are_json_with_their_codes(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        asked = {"key": "k", "value": 1, "kind": "user_fact", "idempotencyKey": "1"}
        await read(client, "memory_remember", **asked)
        for wrong, code in (
            ({"value": 2}, "IDEMPOTENCY_CONFLICT"),
            ({"idempotencyKey": "2", "expectedVersion": 0}, "VERSION_CONFLICT"),
            ({"idempotencyKey": "3", "scope": "task"}, "VALIDATION_ERROR"),
            ({"idempotencyKey": "4", "colour": "red"}, "VALIDATION_ERROR"),
            ({"idempotencyKey": "5", "value": KEY}, "SECRET_REFUSED"),
        ):
            assert (await error(client, "memory_remember", **{**asked, **wrong}))["code"] == code
        assert (await error(client, "memory_forget", memoryId="nonsense"))["code"] == "VALIDATION_ERROR"
        missing = "00000000-0000-7000-8000-000000000000"
        assert (await error(client, "memory_history", memoryId=missing))["code"] == "MEMORY_NOT_FOUND"


async def test_what_opencontinuity_would_keep_and_we_do_not_is_said(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        metadata = {"source": "chat", "tags": ["a"], "mood": "good"}
        asked = {"key": "k", "value": "Tea.", "kind": "user_fact", "idempotencyKey": "1"}
        assert (await read(client, "memory_remember", **asked, metadata=metadata))["notKept"] == ["mood"]


async def test_franks_tools_remember_replace_and_forget_by_id(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="frank") as client:
        assert (await read(client, "get_operating_guide"))["guide"]
        first = await read(client, "remember", content="The rent is 900 euro.", type="fact")
        second = await read(client, "remember", content="The rent is 950 euro.", supersedes=first["id"])
        assert (second["status"], second["may_conflict_with"]) == ("stored", [])
        (found,) = (await read(client, "recall", query="rent"))["results"]
        assert (found["id"], found["content"]) == (second["id"], "The rent is 950 euro.")
        assert (await read(client, "propose_memory", content="It may rise."))["status"] == "proposed"
        assert len((await read(client, "list_memories"))["results"]) == 2
        assert (await read(client, "forget", id=second["id"]))["forgotten"]
        refused = await error(client, "remember", content="the rent is 950 EURO.")
        assert refused["code"] == "EXCLUDED"


async def test_franks_bulk_takes_texts_and_objects(connect: Connect) -> None:
    async with connect(toolsets="frank") as client:
        items = ["Tea at four.", {"content": "Ferry at noon.", "type": "fact"}, f"key {KEY}", "Tea at four."]
        done = await read(client, "bulk_remember", items=items, source="notes.md")
    assert [each["status"] for each in done["results"]] == ["stored", "stored", "refused", "duplicate"]
    assert done["batch_id"]


async def test_a_seeds_tool_and_ours_of_the_same_name_are_told_apart(connect: Connect) -> None:
    async with connect(toolsets="opencontinuity") as client:
        assert "mode" in await read(client, "memory_recall")
    async with connect() as client:
        assert "memories" in await told(client, "memory_recall")


@pytest.mark.parametrize(
    ("toolset", "shown", "hidden"),
    [
        ("continuum", "memory_search", {"memory_save", "memory_delete"}),
        ("frank", "recall", {"remember", "forget"}),
    ],
)
async def test_permissions_hold_for_their_tools_too(
    connect: Connect, reader: str, toolset: str, shown: str, hidden: set[str]
) -> None:
    async with connect(bearer=reader, toolsets=toolset) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert shown in names and not hidden & names
        for name in hidden:
            assert (await client.call_tool(name, TEA)).is_error


@pytest.mark.parametrize("toolset", sorted(TOOLSETS))
def test_clients_see_short_names_and_the_server_different_ones(toolset: str) -> None:
    tools = tools_of(chosen(toolset))
    assert len(tools) == len(TOOLSETS[toolset])
    assert all("." not in name for name in tools)
    everything = [tool.name for tools in TOOLSETS.values() for tool in tools]
    assert len(set(everything)) == len(everything)
