"""memory_set_recall, over HTTP."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from memories import access
from memories.models import Mode
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import person_actor
from tests.mcp_gateway.conftest import Connect, refused, told


@pytest.mark.parametrize(
    ("asked", "tier"), [("always", "always"), ("directive", "always"), ("on-demand", "manual")]
)
async def test_the_tier_moves_and_the_text_stays(connect: Connect, asked: str, tier: str) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Never push on Friday.", name="friday")
        changed = await told(client, "memory_set_recall", name="friday", recall=asked)
        (memory,) = (await told(client, "memory_recall", name="friday"))["memories"]
    assert (changed["recall"], changed["version"]) == (tier, 1)
    assert memory["content"] == "Never push on Friday."


async def test_what_cannot_be_set_is_refused_with_its_code(connect: Connect, reader: str) -> None:
    async with connect() as client:
        unknown = await refused(client, "memory_set_recall", name="x", recall="sometimes")
        missing = await refused(client, "memory_set_recall", name="x", recall="always")
    async with connect(bearer=reader) as client:
        forbidden = await refused(client, "memory_set_recall", name="x", recall="always")
    assert unknown.startswith("VALIDATION_ERROR: recall: ")
    assert missing.startswith("MEMORY_NOT_FOUND: ")
    assert forbidden.startswith("FORBIDDEN: ")


@sync_to_async
def review_agents(alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        change_workspace(person, workspace="default", mode=Mode.REVIEW)


async def test_where_agents_are_reviewed_a_standing_rule_waits_and_the_tool_says_so(
    connect: Connect, alice: User
) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Never push on Friday.", name="friday")
        await review_agents(alice)
        changed = await told(client, "memory_set_recall", name="friday", recall="always")
    assert changed["recall"] == "relevance" and "a person decides" in changed["reason"]
