"""What the server offers, as real clients of both eras see it."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from jsonschema import validate
from mcp import MCPError

from continuum.kernel.actor import Permission
from mcp_gateway.limits import LISTS_FRESH_MS
from memories.models import Membership
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.mcp_gateway.conftest import MODERN, Connect, told

MEMORY_TOOLS = {
    "memory_guide",
    "memory_remember",
    "memory_append",
    "memory_recall",
    "memory_context",
    "memory_list",
    "memory_history",
    "memory_forget",
    "memory_set_recall",
    "memory_workspaces",
    "memory_handoff_create",
    "memory_handoff_resume",
}
MAX_LIST_BYTES = 20_000
MAX_READ_BYTES = 13_700  # of it, what clients put in front of a model: all but the schemas of answers


async def test_the_default_tools_are_listed_in_one_order(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        first = (await client.list_tools()).tools
        again = (await client.list_tools()).tools
    assert {tool.name for tool in first} - {"count_slowly"} == MEMORY_TOOLS
    assert [tool.name for tool in first] == [tool.name for tool in again]


async def test_every_tool_says_what_it_takes_gives_and_does(connect: Connect) -> None:
    async with connect() as client:
        tools = [tool for tool in (await client.list_tools()).tools if tool.name in MEMORY_TOOLS]
    for tool in tools:
        assert tool.title
        assert tool.output_schema
        assert tool.input_schema["additionalProperties"] is False
        assert tool.annotations
        assert tool.annotations.open_world_hint is False
    by_name = {tool.name: tool.annotations for tool in tools}
    assert by_name["memory_recall"].read_only_hint
    assert by_name["memory_forget"].destructive_hint
    assert not by_name["memory_append"].destructive_hint


async def test_the_list_of_tools_stays_small(connect: Connect) -> None:
    async with connect() as client:
        listed = await client.list_tools()
    listed.tools = [tool for tool in listed.tools if tool.name in MEMORY_TOOLS]
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True).encode()) < MAX_LIST_BYTES
    for tool in listed.tools:
        tool.output_schema = tool.annotations = None
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True).encode()) < MAX_READ_BYTES


async def test_answers_match_their_schemas(connect: Connect) -> None:
    async with connect() as client:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        for tool, arguments in (
            ("memory_remember", {"content": "The office is in Ghent.", "name": "office"}),
            ("memory_recall", {"query": "office"}),
            ("memory_context", {"query": "office"}),
            ("memory_list", {}),
            ("memory_handoff_create", {"task_id": "move", "summary": "Half done.", "memories": ["office"]}),
            ("memory_handoff_resume", {"task_id": "move"}),
            ("memory_history", {"name": "office"}),
            ("memory_set_recall", {"name": "office", "recall": "manual"}),
            ("memory_forget", {"name": "office"}),
        ):
            validate(await told(client, tool, **arguments), schemas[tool])


async def test_the_server_introduces_itself(connect: Connect, era: str) -> None:
    async with connect(mode="auto" if era == MODERN else era) as client:
        assert client.server_info.name == "continuum"
        assert "memory_recall" in (client.instructions or "")
        assert client.server_capabilities.tools


async def test_what_does_not_exist_is_the_protocols_own_error(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        for asked in (
            client.call_tool("memory_nonsense", {}),
            client.call_tool("memory_archive", {"name": "not in the chosen toolset"}),
            client.get_prompt("nonsense"),
            client.get_prompt("load_context"),
            client.read_resource("memory://default/nothing"),
            client.read_resource("memory://nowhere/nothing"),
            client.read_resource("other://guide"),
        ):
            with pytest.raises(MCPError) as refused:
                await asked
            assert refused.value.code == -32602


async def test_progress_reaches_the_client(connect: Connect, era: str) -> None:
    seen: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append(progress)

    async with connect(mode=era) as client:
        await client.call_tool("count_slowly", {"steps": 3}, progress_callback=note)
    assert seen == [1, 2, 3]


async def test_lists_may_be_kept_for_a_while_by_their_reader_alone(connect: Connect) -> None:
    async with connect() as client:
        listed = await client.list_tools()
    assert (listed.ttl_ms, listed.cache_scope) == (LISTS_FRESH_MS, "private")


async def test_tools_that_a_role_allows_nowhere_are_not_listed(
    connect: Connect, alice: User, bob: User
) -> None:
    bearer = await sync_to_async(issue_token)(
        bob, name="narrow", permissions=[Permission.READ, Permission.WRITE], workspaces=["team"]
    )
    for role, written in (("editor", True), ("reader", False)):
        await sync_to_async(Membership.objects.filter(user=bob, name="team").update)(role=role)
        async with connect(bearer=bearer) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
        assert ("memory_remember" in names, "memory_recall" in names) == (written, True)
