"""memory_guide, over HTTP."""

from __future__ import annotations

from asgiref.sync import sync_to_async

from memories import access
from memories.intake.guide import save_guide
from memories.services.guide import shipped_text
from oauth.models import User
from tests.conftest import person_actor
from tests.mcp_gateway.conftest import Connect, refused, told


@sync_to_async
def lay_down(alice: User, text: str, workspace: str) -> None:
    with access.acting(person_actor(alice)) as person:
        save_guide(person, text=text, workspace=workspace)


async def test_without_words_of_the_owners_the_guide_is_the_one_that_ships(
    connect: Connect, era: str
) -> None:
    async with connect(mode=era) as client:
        answer = await told(client, "memory_guide")
    assert answer["guide"] == shipped_text()
    assert answer["workspaces"] == ["default", "team"]


async def test_the_owners_words_are_served_by_tool_and_resource(connect: Connect, alice: User) -> None:
    await lay_down(alice, "Speak softly.", "default")
    async with connect() as client:
        assert (await told(client, "memory_guide"))["guide"] == "Speak softly."
        (content,) = (await client.read_resource("memory://guide")).contents
    assert content.text == "Speak softly."


async def test_a_workspace_has_words_of_its_own(connect: Connect, alice: User, narrow: str) -> None:
    await lay_down(alice, "Speak softly.", "default")
    await lay_down(alice, "Speak up.", "team")
    async with connect() as client:
        assert (await told(client, "memory_guide", workspace="team"))["guide"] == "Speak up."
    async with connect(bearer=narrow) as client:
        assert (await told(client, "memory_guide"))["guide"] == shipped_text()
        assert (await refused(client, "memory_guide", workspace="default")).startswith("MEMORY_NOT_FOUND: ")


async def test_the_guide_is_no_search(connect: Connect) -> None:
    async with connect() as client:
        assert (await refused(client, "memory_guide", topic="x")).startswith("VALIDATION_ERROR: topic: ")
