"""memory_workspaces, over HTTP."""

from __future__ import annotations

from tests.mcp_gateway.conftest import Connect, refused, told


async def test_the_open_workspaces_are_listed_by_name(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        answer = await told(client, "memory_workspaces")
    assert answer["workspaces"] == [
        {"name": "default", "mode": "auto", "role": "owner"},
        {"name": "team", "mode": "auto", "role": "owner"},
    ]


async def test_a_project_gets_a_workspace_that_follows_the_default_one(connect: Connect) -> None:
    async with connect() as client:
        made = await told(client, "memory_workspaces", create="shop")
        again = await told(client, "memory_workspaces", create="shop")
        await told(client, "memory_remember", content="Prices are in cents.", workspace="shop")
    assert {"name": "shop", "mode": "auto", "role": "owner"} in made["workspaces"]
    assert again == made


async def test_a_token_sees_only_its_workspaces(connect: Connect, narrow: str) -> None:
    async with connect(bearer=narrow) as client:
        answer = await told(client, "memory_workspaces")
        guide = await told(client, "memory_guide")
        elsewhere = await refused(client, "memory_recall", query="x", workspace="default")
    assert answer["workspaces"] == [{"name": "team", "mode": "auto", "role": "owner"}]
    assert guide["workspaces"] == ["team"]
    assert elsewhere.startswith("MEMORY_NOT_FOUND: ")


async def test_what_cannot_be_made_is_refused_with_its_code(connect: Connect, reader: str) -> None:
    async with connect() as client:
        assert (await refused(client, "memory_workspaces", create="My Shop")).startswith("VALIDATION_ERROR: ")
    async with connect(bearer=reader) as client:
        assert (await refused(client, "memory_workspaces", create="shop")).startswith("FORBIDDEN: ")
