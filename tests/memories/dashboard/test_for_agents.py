"""What an agent reads that was given nothing but the address."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from mcp_gateway.toolsets import TOOLSETS
from oauth.models import User
from tests.stories import remember

CLIENTS = ["Claude Code", "Codex", "Cursor", "VS Code", "Gemini CLI", "ChatGPT"]


@pytest.fixture
def page(settings: Any) -> str:
    settings.PUBLIC_URL = "https://memory.example.com"
    return Client().get("/connect").text


def section(page: str, client: str) -> str:
    return page.partition(f"### {client}\n")[2].partition("\n##")[0]


def test_it_is_markdown_for_everybody(settings: Any) -> None:
    answer = Client().get("/connect")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/markdown; charset=utf-8")
    assert not answer.cookies and answer.text.startswith("# ")
    assert Client().post("/connect").status_code == 405


def test_it_asks_the_database_nothing() -> None:
    """A test that asked for no database has none: whatever looked there would fail."""
    assert Client().get("/connect").status_code == 200


def test_it_is_the_same_for_who_is_signed_in_and_holds_nothing_of_the_store(
    alice: User, person: Actor, client: Client
) -> None:
    remember(person, "The office is in Ghent.", name="office")
    client.force_login(alice)
    page = client.get("/connect").text
    assert page == Client().get("/connect").text
    assert not {"Ghent", "office", "alice", "team"} & set(re.findall(r"\w+", page))


@pytest.mark.parametrize("name", CLIENTS)
def test_each_client_has_its_lines_with_the_public_address(page: str, name: str) -> None:
    assert "https://memory.example.com/mcp" in section(page, name)
    assert "localhost" not in page and "&" not in page


def test_the_lines_are_what_a_shell_and_a_parser_read(page: str) -> None:
    lines = [line.strip() for line in page.splitlines() if line.startswith("    ")]
    code = next(line for line in lines if line.startswith("code "))
    assert json.loads(shlex.split(code)[2])["url"] == "https://memory.example.com/mcp"
    cursor = next(line for line in lines if line.startswith("{"))
    assert json.loads(cursor)["mcpServers"]["continuum"] == {"url": "https://memory.example.com/mcp"}
    claude = next(line for line in lines if line.startswith("claude mcp add"))
    assert shlex.split(claude)[-2:] == ["continuum", "https://memory.example.com/mcp"]


def test_the_tools_that_it_names_are_there(page: str) -> None:
    ours = {tool.called for name in ("memory", "advanced") for tool in TOOLSETS[name]}
    named = set(re.findall(r"\bmemory_[a-z_]+", page))
    assert named and named <= ours


def test_it_says_where_only_this_machine_can_reach_it(page: str, settings: Any) -> None:
    told = "reached from the machine that it runs on and from nowhere else"
    assert told not in page
    settings.PUBLIC_URL = "http://localhost:8787"
    assert told in Client().get("/connect").text


def test_it_covers_standing_instructions_and_what_the_app_remembers(page: str) -> None:
    assert "## 3. Standing instructions" in page and "~/.claude/CLAUDE.md" in page
    assert "## 4. Bring along what your app already remembers" in page and "only if the user says yes" in page
    assert "https://memory.example.com/install_hook.js" in page
