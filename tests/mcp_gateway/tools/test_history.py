"""memory_history, over HTTP."""

from __future__ import annotations

import pytest

from tests.mcp_gateway.conftest import Connect, refused, told


async def test_every_version_and_event_is_told_newest_first(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        await told(client, "memory_remember", content="Ghent", name="office")
        await told(client, "memory_remember", content="Bruges", name="office")
        life = await told(client, "memory_history", name="office")
    assert [(revision["number"], revision["content"]) for revision in life["revisions"]] == [
        (2, "Bruges"),
        (1, "Ghent"),
    ]
    assert [revision["status"] for revision in life["revisions"]] == ["active", "superseded"]
    assert [event["action"] for event in life["events"]] == ["memory.remembered"] * 2
    assert (life["version"], life["workspace"]) == (2, "default")


@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        ({}, "VALIDATION_ERROR: name: "),
        ({"name": "gone"}, "MEMORY_NOT_FOUND: "),
        ({"name": "a\x00b"}, "VALIDATION_ERROR: name: "),
        ({"name": "gone", "workspace": "nowhere"}, "MEMORY_NOT_FOUND: "),
        ({"name": "gone", "limit": 101}, "VALIDATION_ERROR: limit: "),
        ({"name": "gone", "private": True}, "FORBIDDEN: "),
    ],
)
async def test_what_cannot_be_told_is_refused_with_its_code(
    connect: Connect, arguments: dict[str, object], starts: str
) -> None:
    async with connect() as client:
        assert (await refused(client, "memory_history", **arguments)).startswith(starts)
