"""memory_forget, memory_archive and memory_restore, over HTTP."""

from __future__ import annotations

import pytest

from tests.mcp_gateway.conftest import Connect, refused, told


async def test_forget_erases_and_says_what_went(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="Ann is ill.", name="ann")
        receipt = await told(client, "memory_forget", name="ann")
        page = await told(client, "memory_recall", query="Ann is ill.")
    assert (receipt["erased"], receipt["revisions"], receipt["exclusions"]) == (True, 1, 1)
    assert page["memories"] == []


async def test_where_a_person_decides_forget_archives(connect: Connect, reviewing: None) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Ann is ill.", name="ann", workspace="team")
        receipt = await told(client, "memory_forget", name="ann", workspace="team")
        archived = await told(client, "memory_list", workspace="team", status=["proposed"], archived=True)
    assert receipt["erased"] is False
    assert [memory["name"] for memory in archived["memories"]] == ["ann"]


async def test_archive_hides_and_restore_brings_back(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="memory, advanced") as client:
        await told(client, "memory_remember", content="Ann is ill.", name="ann")
        hidden = await told(client, "memory_archive", name="ann")
        gone = await told(client, "memory_recall", query="Ann is ill.")
        shown = await told(client, "memory_restore", name="ann")
        back = await told(client, "memory_recall", query="Ann is ill.")
    assert "archived_at" in hidden
    assert "archived_at" not in shown
    assert (len(gone["memories"]), len(back["memories"])) == (0, 1)


@pytest.mark.parametrize("tool", ["memory_forget", "memory_archive", "memory_restore"])
async def test_what_is_not_there_or_not_allowed_is_refused(connect: Connect, reader: str, tool: str) -> None:
    async with connect(toolsets="memory,advanced") as client:
        assert (await refused(client, tool, name="gone")).startswith("MEMORY_NOT_FOUND: ")
        assert (await refused(client, tool, title="gone")).startswith("VALIDATION_ERROR: ")
    async with connect(bearer=reader, toolsets="memory,advanced") as client:
        assert (await refused(client, tool, name="gone")).startswith("FORBIDDEN: ")
