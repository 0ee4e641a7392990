"""Resources: the guide and single memories."""

from __future__ import annotations

import pytest
from mcp import MCPError

from memories.services.guide import shipped_text
from tests.mcp_gateway.conftest import Connect, told


async def test_the_guide_can_be_read(connect: Connect, era: str) -> None:
    async with connect(mode=era) as client:
        assert [str(resource.uri) for resource in (await client.list_resources()).resources] == [
            "memory://guide",
            "memory://context",
        ]
        (content,) = (await client.read_resource("memory://guide")).contents
    assert (content.text, content.mime_type) == (shipped_text(), "text/markdown")


async def test_the_standing_rules_can_be_read_as_they_go_into_contexts(connect: Connect) -> None:
    async with connect() as client:
        (content,) = (await client.read_resource("memory://context")).contents
        assert content.text == "There are no standing rules."
        await told(client, "memory_remember", content="Never deploy on <Fridays>.", recall="always")
        (content,) = (await client.read_resource("memory://context")).contents
    assert content.text.startswith("<continuum-context>") and "&lt;Fridays&gt;" in content.text


async def test_a_token_that_may_only_write_reads_no_rules(connect: Connect, writer: str) -> None:
    async with connect(bearer=writer) as client:
        with pytest.raises(MCPError, match="FORBIDDEN: "):
            await client.read_resource("memory://context")


@pytest.mark.parametrize(
    ("name", "address"),
    [("office", "office"), ("the office", "the%20office"), ("büro", "b%C3%BCro"), ("a..b", "a..b")],
)
async def test_a_memory_has_an_address(connect: Connect, name: str, address: str) -> None:
    long = "Where the office is. " * 3_000
    async with connect() as client:
        await told(client, "memory_remember", content=long, name=name)
        (content,) = (await client.read_resource(f"memory://default/{address}")).contents
    assert content.text == long.strip() or content.text == long


async def test_a_project_also_shows_what_is_true_everywhere(connect: Connect) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Tea, no milk.", name="tea")
        (content,) = (await client.read_resource("memory://team/tea")).contents
    assert content.text == "Tea, no milk."


@pytest.mark.parametrize(
    "address", ["memory://default/..%2Fsecret", "memory://default/%00", "memory://default/.."]
)
async def test_odd_addresses_are_just_not_there(connect: Connect, address: str) -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(address)
    assert refused.value.code == -32602


async def test_a_stranger_reads_nothing(connect: Connect, stranger_token: str) -> None:
    async with connect() as client:
        await told(client, "memory_remember", content="Tea, no milk.", name="tea")
    async with connect(bearer=stranger_token) as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource("memory://default/tea")
    assert (refused.value.code, "milk" in str(refused.value)) == (-32602, False)


async def test_a_token_that_may_only_write_reads_no_memory(connect: Connect, writer: str) -> None:
    async with connect(bearer=writer) as client:
        with pytest.raises(MCPError, match="FORBIDDEN: "):
            await client.read_resource("memory://default/tea")
