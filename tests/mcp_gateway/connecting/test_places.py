"""Where clients keep their servers, on all three systems."""

from __future__ import annotations

import pytest

from mcp_gateway.connecting.entries import Address, Start, entry_for
from mcp_gateway.connecting.places import CLIENTS, System, file_of, is_temporary

LINUX = {"HOME": "/home/ana"}
MACOS = {"HOME": "/Users/ana", "TMPDIR": "/var/folders/x/T/"}
WINDOWS = {
    "USERPROFILE": r"C:\Users\Ana B",
    "APPDATA": r"C:\Users\Ana B\AppData\Roaming",
    "LOCALAPPDATA": r"C:\Users\Ana B\AppData\Local",
}
ENVIRONMENTS = {System.LINUX: LINUX, System.MACOS: MACOS, System.WINDOWS: WINDOWS}
FILES = {
    "claude": ("/home/ana/.claude.json", "/Users/ana/.claude.json", r"C:\Users\Ana B\.claude.json"),
    "codex": (
        "/home/ana/.codex/config.toml",
        "/Users/ana/.codex/config.toml",
        r"C:\Users\Ana B\.codex\config.toml",
    ),
    "cursor": (
        "/home/ana/.cursor/mcp.json",
        "/Users/ana/.cursor/mcp.json",
        r"C:\Users\Ana B\.cursor\mcp.json",
    ),
    "gemini": (
        "/home/ana/.gemini/settings.json",
        "/Users/ana/.gemini/settings.json",
        r"C:\Users\Ana B\.gemini\settings.json",
    ),
    "vscode": (
        "/home/ana/.config/Code/User/mcp.json",
        "/Users/ana/Library/Application Support/Code/User/mcp.json",
        r"C:\Users\Ana B\AppData\Roaming\Code\User\mcp.json",
    ),
    "trae": (
        "/home/ana/.config/Trae/User/mcp.json",
        "/Users/ana/Library/Application Support/Trae/User/mcp.json",
        r"C:\Users\Ana B\AppData\Roaming\Trae\User\mcp.json",
    ),
}


@pytest.mark.parametrize("key", sorted(CLIENTS))
def test_each_client_has_its_file_on_each_system(key: str) -> None:
    for system, wanted in zip((System.LINUX, System.MACOS, System.WINDOWS), FILES[key], strict=True):
        assert str(file_of(CLIENTS[key], system=system, environment=ENVIRONMENTS[system])) == wanted


def test_what_the_environment_says_of_folders_counts() -> None:
    given = {
        **LINUX,
        "CODEX_HOME": "/srv/codex",
        "CLAUDE_CONFIG_DIR": "/srv/claude",
        "XDG_CONFIG_HOME": "/srv/config",
    }
    found = {key: str(file_of(CLIENTS[key], system=System.LINUX, environment=given)) for key in CLIENTS}
    assert found["codex"] == "/srv/codex/config.toml" and found["claude"] == "/srv/claude/.claude.json"
    assert found["vscode"] == "/srv/config/Code/User/mcp.json"
    bare = {"USERPROFILE": r"C:\Users\x"}
    assert str(file_of(CLIENTS["trae"], system=System.WINDOWS, environment=bare)).endswith(
        r"AppData\Roaming\Trae\User\mcp.json"
    )


@pytest.mark.parametrize(
    ("system", "path", "temporary"),
    [
        (System.LINUX, "/tmp/x/bin/python", True),
        (System.LINUX, "/home/ana/.npm/_npx/1/python", True),
        (System.LINUX, "/home/ana/.cache/uv/archive-v0/abc/bin/python", True),
        (System.LINUX, "/home/ana/tmp/venv/bin/python", False),
        (System.LINUX, "/tmpfoo/python", False),
        (System.LINUX, "/home/ana/.local/share/uv/tools/continuum/bin/python", False),
        (System.MACOS, "/private/var/folders/a/T/python", True),
        (System.MACOS, "/var/folders/x/T/venv/python", True),
        (System.MACOS, "/Users/ana/continuum/.venv/bin/python", False),
        (System.WINDOWS, r"C:\Users\Ana B\AppData\Local\Temp\v\python.exe", True),
        (System.WINDOWS, r"c:\users\ana b\appdata\local\temp\v\python.exe", True),
        (System.WINDOWS, r"C:\Windows\Temp\python.exe", True),
        (System.WINDOWS, r"C:\Users\Ana B\continuum\.venv\Scripts\python.exe", False),
    ],
)
def test_temporary_places_are_known(system: System, path: str, temporary: bool) -> None:
    assert is_temporary(path, system=system, environment=ENVIRONMENTS[system]) is temporary


def test_each_client_spells_its_entry() -> None:
    start = Start(r"C:\py.exe", ["m.py", "mcp"], {"CONTINUUM_HOME": r"D:\c"})
    assert entry_for(CLIENTS["claude"], start)["type"] == "stdio" and "type" not in entry_for(
        CLIENTS["codex"], start
    )
    assert entry_for(CLIENTS["cursor"], start) == {
        "command": r"C:\py.exe",
        "args": ["m.py", "mcp"],
        "env": {"CONTINUUM_HOME": r"D:\c"},
    }
    url = Address("https://m.example/mcp")
    spelt = {key: entry_for(CLIENTS[key], url) for key in CLIENTS}
    assert spelt["claude"] == spelt["vscode"] == {"type": "http", "url": url.url}
    assert spelt["codex"] == spelt["cursor"] == {"url": url.url} and spelt["gemini"] == {"httpUrl": url.url}
