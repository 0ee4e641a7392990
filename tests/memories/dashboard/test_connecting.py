"""What to paste where."""

from __future__ import annotations

import json
import shlex

from memories.dashboard.connecting import connections


def test_every_client_gets_its_lines_with_address_and_token(settings) -> None:
    settings.PUBLIC_URL = "https://memory.example.com"
    lines = {each.client: each.lines for each in connections("ctm_x")}
    hooks = {name: lines.pop(name) for name in list(lines) if name.startswith("Hooks")}
    assert set(lines) == {"Claude Code", "Codex", "Cursor"}
    assert all("https://memory.example.com/mcp" in text and "ctm_x" in text for text in lines.values())
    assert set(hooks) == {"Hooks for Claude Code", "Hooks for Claude Code on Windows"}
    installer = "https://memory.example.com/install_hook.js"
    assert all(installer in text and "ctm_x" in text for text in hooks.values())


def test_the_lines_are_what_a_shell_and_a_parser_read() -> None:
    lines = {each.client: each.lines for each in connections("ctm_x")}
    claude = shlex.split(lines["Claude Code"])
    assert claude[-4:-2] == ["--header", "Authorization: Bearer ctm_x"]
    cursor = json.loads(lines["Cursor"])["mcpServers"]["continuum"]
    assert cursor["headers"] == {"Authorization": "Bearer ctm_x", "Continuum-Agent": "cursor"}
