"""How the clients on this machine stand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mcp_gateway.connecting.standing import State, clients_here


@pytest.fixture
def there(tmp_path: Path):
    """What is said of a person with these files."""

    def ask(files: dict[str, object]) -> dict[str, State]:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        found = clients_here(
            platform="linux", environment={"HOME": str(tmp_path)}, home=Path("~/.continuum").expanduser()
        )
        return {each.client.key: each.state for each in found}

    return ask


def servers(**entry: object) -> dict:
    return {"mcpServers": {"continuum": entry}}


def test_nothing_is_said_of_who_has_it_not(there) -> None:
    assert there({".cursor/mcp.json": {"mcpServers": {"other": {}}}, ".codex/config.toml": "a = 1\n"}) == {}


def test_each_state_is_told(there) -> None:
    told = there(
        {
            ".claude.json": servers(command=sys.executable, args=["mcp"]),
            ".cursor/mcp.json": servers(command="/gone/python", args=[]),
            ".gemini/settings.json": servers(httpUrl="https://memory.example.com/mcp"),
            ".config/Trae/User/mcp.json": "{broken",
            ".codex/config.toml": f'[mcp_servers.continuum]\ncommand = "{sys.executable}"\n'
            'env = {CONTINUUM_HOME = "/srv/other"}\n',
        }
    )
    assert told == {
        "claude": "connected",
        "cursor": "lost",
        "gemini": "elsewhere",
        "trae": "unreadable",
        "codex": "elsewhere",
    }


def test_who_is_lost_is_told_what_to_do_and_to_restart(tmp_path: Path) -> None:
    (tmp_path / ".claude.json").write_text(json.dumps(servers(command="/gone/python")))
    (lost,) = clients_here(platform="linux", environment={"HOME": str(tmp_path)}, home=tmp_path)
    assert lost.mend == "manage.py connect claude --force, then restart Claude Code"
    assert list(clients_here(platform="linux", environment={}, home=tmp_path)) == []
