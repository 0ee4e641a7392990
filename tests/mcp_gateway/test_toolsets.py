"""Which tools a connection sees."""

from __future__ import annotations

import pytest

from continuum.kernel.errors import ValidationFailed
from mcp_gateway.toolsets import DEFAULT, TOOLSETS, chosen, tools_of


@pytest.mark.parametrize("names", ["", " ", ",", "memory", " memory , "])
def test_who_names_nothing_gets_the_memory_tools(names: str) -> None:
    assert chosen(names) == DEFAULT


ADVANCED = {
    "memory_propose",
    "memory_bulk_remember",
    "memory_facts",
    "memory_entity",
    "memory_archive",
    "memory_restore",
    "memory_revert",
    "memory_capabilities",
    "memory_handoff_acknowledge",
    "memory_query",
    "memory_export",
    "memory_import",
}


def test_toolsets_add_up() -> None:
    both = chosen("memory, advanced")
    assert tools_of(both).keys() == tools_of(DEFAULT).keys() | ADVANCED


def test_a_toolset_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationFailed, match="nonsense"):
        chosen("memory,nonsense")


@pytest.mark.parametrize("names", ["memory,frank", "continuum,opencontinuity", "advanced, continuum"])
def test_an_earlier_systems_tools_are_had_alone(names: str) -> None:
    with pytest.raises(ValidationFailed, match="take the place of all others"):
        chosen(names)


def test_of_what_was_granted_together_a_client_chooses_one() -> None:
    granted = frozenset({"memory", "opencontinuity"})
    assert chosen("opencontinuity", granted=granted) == {"opencontinuity"}
    assert tools_of(chosen("", granted=granted))["memory_recall"].name == "opencontinuity.memory_recall"


def test_every_tool_is_named_once_and_described_briefly() -> None:
    tools = [tool for tools in TOOLSETS.values() for tool in tools]
    assert len({tool.name for tool in tools}) == len(tools)
    for tool in tools:
        assert 0 < len(tool.description) < 2_000
        assert tool.called.isidentifier()
