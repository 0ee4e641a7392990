"""docs/mcp.md and README.md name the tools that there are."""

from __future__ import annotations

import re
from pathlib import Path

from mcp_gateway.toolsets import DEFAULT, TOOLSETS

ROOT = Path(__file__).resolve().parents[2]
TOOL = re.compile(r"`(memory_[a-z_]+)`")


def named(page: str) -> set[str]:
    return set(TOOL.findall((ROOT / page).read_text(encoding="utf-8")))


def test_the_page_names_every_tool_and_no_other() -> None:
    tools = {tool.called for tools in TOOLSETS.values() for tool in tools}
    page = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
    assert [tool for tool in tools if f"`{tool}`" not in page] == []
    assert named("docs/mcp.md") <= tools


def test_the_readme_names_the_tools_that_an_agent_gets() -> None:
    assert named("README.md") == {tool.called for toolset in DEFAULT for tool in TOOLSETS[toolset]}
