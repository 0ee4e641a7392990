"""Whoever names another person's memories meets what any made-up name meets (case MT-01)."""

from __future__ import annotations

from typing import Any

import pytest

from continuum.kernel.ids import new_id
from memories.models import Memory, Revision
from tests.mcp_gateway.conftest import Connect, refused, told

BY_NAME = [
    ("memory", "memory_recall", {}),
    ("memory", "memory_history", {}),
    ("memory", "memory_append", {"content": "And milk."}),
    ("memory", "memory_set_recall", {"recall": "manual"}),
    ("memory", "memory_forget", {}),
    ("advanced", "memory_archive", {}),
    ("advanced", "memory_restore", {}),
    ("advanced", "memory_revert", {"to_version": 1}),
    ("continuum", "memory_set_recall", {"recall": "manual"}),
    ("continuum", "memory_delete", {}),
    ("continuum", "memory_archive", {}),
    ("continuum", "memory_restore", {}),
]
BY_ID = [
    ("frank", "forget", "id", {}),
    ("frank", "remember", "supersedes", {"content": "Tea at five."}),
    ("opencontinuity", "memory_history", "memoryId", {}),
    ("opencontinuity", "memory_forget", "memoryId", {}),
]


async def state() -> list[tuple[Any, ...]]:
    """All that is kept of alice's tea."""
    fields = ("pk", "name", "recall_tier", "archived_at", "updated_at")
    rows = [row async for row in Memory.objects.filter(name="tea").values_list(*fields)]
    return [*rows, *[row async for row in Revision.objects.values_list("pk", "status", "content")]]


@pytest.fixture
async def tea(connect: Connect) -> str:
    """The id of a memory of alice's, in her team's workspace."""
    async with connect() as client:
        kept = await told(client, "memory_remember", content="Tea at four.", name="tea", workspace="team")
    return str(kept["memory_id"])


@pytest.mark.parametrize("call", BY_NAME, ids=lambda call: f"{call[0]}-{call[1]}")
async def test_anothers_name_is_refused_like_one_that_never_was(
    connect: Connect, tea: str, stranger_token: str, call: tuple[str, str, dict[str, Any]]
) -> None:
    toolset, tool, more = call
    before = await state()
    async with connect(bearer=stranger_token, toolsets=toolset) as client:
        for place in ({}, {"workspace": "default"}):
            theirs = await answered(client, tool, name="tea", **place, **more)
            assert theirs == await answered(client, tool, name="elk", **place, **more)
        there = await refused(client, tool, name="tea", workspace="team", **more)
        assert there == await refused(client, tool, name="tea", workspace="elsewhere", **more)
    assert await state() == before


@pytest.mark.parametrize("call", BY_ID, ids=lambda call: f"{call[0]}-{call[1]}")
async def test_anothers_id_is_refused_like_one_that_never_was(
    connect: Connect, tea: str, stranger_token: str, call: tuple[str, str, str, dict[str, Any]]
) -> None:
    toolset, tool, field, more = call
    before = await state()
    async with connect(bearer=stranger_token, toolsets=toolset) as client:
        theirs, nobodys = [
            (await refused(client, tool, **{field: each}, **more)).replace(each, "ID")
            for each in (tea, str(new_id()))
        ]
    assert theirs == nobodys
    assert await state() == before


async def test_anothers_very_words_find_nothing(connect: Connect, tea: str, stranger_token: str) -> None:
    async with connect(bearer=stranger_token) as client:
        for asked in ({"query": "Tea at four."}, {"query": "tea"}, {"kind": "reference"}):
            assert (await told(client, "memory_recall", **asked))["memories"] == []
        assert (await told(client, "memory_list"))["memories"] == []


async def answered(client: Any, tool: str, **arguments: Any) -> str:
    """What a tool says, whether it refuses or finds nothing."""
    result = await client.call_tool(tool, arguments)
    (block,) = result.content
    return f"{result.is_error} {block.text}"
