"""memory_revert, over HTTP."""

from __future__ import annotations

from asgiref.sync import sync_to_async

from memories import access
from memories.models import Mode
from memories.services.workspaces import change_workspace
from oauth.models import User
from tests.conftest import person_actor
from tests.mcp_gateway.conftest import Connect, refused, told


async def test_a_memory_says_again_what_it_said(connect: Connect, era: str) -> None:
    async with connect(mode=era, toolsets="memory,advanced") as client:
        for text in ("In Ghent.", "In Bruges."):
            await told(client, "memory_remember", content=text, name="office")
        answer = await told(client, "memory_revert", name="office", to_version=1)
        (memory,) = (await told(client, "memory_recall", name="office"))["memories"]
    assert (answer["status"], answer["version"], memory["content"]) == ("stored", 3, "In Ghent.")


@sync_to_async
def review_agents(alice: User) -> None:
    with access.acting(person_actor(alice)) as person:
        change_workspace(person, workspace="default", mode=Mode.REVIEW)


async def test_where_agents_are_reviewed_it_is_proposed(connect: Connect, alice: User) -> None:
    async with connect(toolsets="advanced,memory") as client:
        for text in ("In Ghent.", "In Bruges."):
            await told(client, "memory_remember", content=text, name="office")
        await review_agents(alice)
        answer = await told(client, "memory_revert", name="office", to_version=1)
        (memory,) = (await told(client, "memory_recall", name="office", status="active"))["memories"]
    assert (answer["status"], answer["version"], memory["content"]) == ("proposed", 2, "In Bruges.")


async def test_what_cannot_be_reverted_is_refused_with_its_code(
    connect: Connect, reader: str, stranger_token: str
) -> None:
    async with connect(toolsets="advanced,memory") as client:
        await told(client, "memory_remember", content="In Ghent.", name="office")
        for version, expected, code in ((9, None, "MEMORY_NOT_FOUND: "), (1, 7, "VERSION_CONFLICT: ")):
            told_why = await refused(
                client, "memory_revert", name="office", to_version=version, expected_version=expected
            )
            assert told_why.startswith(code)
    for bearer, code in ((reader, "FORBIDDEN: "), (stranger_token, "MEMORY_NOT_FOUND: ")):
        async with connect(bearer=bearer, toolsets="advanced") as client:
            assert (await refused(client, "memory_revert", name="office", to_version=1)).startswith(code)
