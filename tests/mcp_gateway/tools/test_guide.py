"""memory_guide, over HTTP."""

from __future__ import annotations

from mcp_gateway.guide import GUIDE
from tests.mcp_gateway.conftest import Connect, refused, told


async def test_the_guide_is_the_one_that_ships(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        answer = await told(client, "memory_guide")
    assert answer["guide"] == GUIDE.read_text()
    assert answer["workspaces"] == ["default", "team"]


async def test_the_guide_takes_no_arguments(connect: Connect) -> None:
    async with connect() as client:
        assert (await refused(client, "memory_guide", topic="x")).startswith("VALIDATION_ERROR: topic: ")


def test_the_guide_tells_when_to_recall_what_to_save_and_where() -> None:
    text = GUIDE.read_text()
    for heading in ("## When to recall", "## What to save", "## What never to save", "## Workspaces"):
        assert heading in text
    assert "~/.continuum/workspace-map.json" in text
