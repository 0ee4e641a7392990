"""Where each client keeps its servers, on each system; and which paths do not last. Pure: no file is touched,
and every system can be asked about on any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath, PurePosixPath, PureWindowsPath


class System(StrEnum):
    LINUX = "linux"
    MACOS = "darwin"
    WINDOWS = "win32"

    @classmethod
    def called(cls, platform: str) -> System:
        """By `sys.platform`; what is neither Windows nor macOS keeps files as Linux does."""
        return {"darwin": cls.MACOS, "win32": cls.WINDOWS}.get(platform, cls.LINUX)

    def path(self, text: str) -> PurePath:
        return PureWindowsPath(text) if self is System.WINDOWS else PurePosixPath(text)


class Kind(StrEnum):
    """How a client's file is written."""

    JSON = "json"
    TOML = "toml"


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its key, what people call it, how its file is written, the key that holds its servers, and
    by which name it acts.
    """

    key: str
    title: str
    kind: Kind
    servers: str
    agent: str


CLIENTS = {
    client.key: client
    for client in (
        Client("claude", "Claude Code", Kind.JSON, "mcpServers", "claude-code"),
        Client("codex", "Codex", Kind.TOML, "mcp_servers", "codex"),
        Client("cursor", "Cursor", Kind.JSON, "mcpServers", "cursor"),
        Client("trae", "Trae", Kind.JSON, "mcpServers", "trae"),
        Client("vscode", "VS Code", Kind.JSON, "servers", "vscode"),
        Client("gemini", "Gemini CLI", Kind.JSON, "mcpServers", "gemini-cli"),
    )
}
_IN_HOME = {
    "codex": (".codex", "config.toml"),
    "cursor": (".cursor", "mcp.json"),
    "gemini": (".gemini", "settings.json"),
}
_IN_APPLICATIONS = {"vscode": ("Code", "User", "mcp.json"), "trae": ("Trae", "User", "mcp.json")}
_TEMPORARY_PARTS = frozenset({"_npx", "archive-v0", "builds-v0", "environments-v2", "_cacache"})
_TEMPORARY_FOLDERS = ("tmp", "var/tmp", "private/tmp", "var/folders", "private/var/folders", "dev/shm", "run")
"""Below the root."""


def file_of(client: Client, *, system: System, environment: Mapping[str, str]) -> PurePath:
    """The file in which a person's servers of this client stand. Raises KeyError where the environment does
    not say where that person's home is.
    """
    if client.key == "claude":
        folder = environment.get("CLAUDE_CONFIG_DIR")
        return (system.path(folder) if folder else home(system, environment)) / ".claude.json"
    if client.key == "codex" and environment.get("CODEX_HOME"):
        return system.path(environment["CODEX_HOME"]) / "config.toml"
    if client.key in _IN_HOME:
        return home(system, environment).joinpath(*_IN_HOME[client.key])
    return _applications(system, environment).joinpath(*_IN_APPLICATIONS[client.key])


def home(system: System, environment: Mapping[str, str]) -> PurePath:
    return system.path(environment["USERPROFILE" if system is System.WINDOWS else "HOME"])


def _applications(system: System, environment: Mapping[str, str]) -> PurePath:
    """Where applications keep what is a person's own."""
    if system is System.WINDOWS:
        given = environment.get("APPDATA")
        return system.path(given) if given else home(system, environment) / "AppData" / "Roaming"
    if system is System.MACOS:
        return home(system, environment) / "Library" / "Application Support"
    given = environment.get("XDG_CONFIG_HOME")
    return system.path(given) if given else home(system, environment) / ".config"


def is_temporary(path: str, *, system: System, environment: Mapping[str, str]) -> bool:
    """Whether a path lies where things are cleared away: a client that starts from there stops one day."""
    place = system.path(path)
    parts = {part.lower() for part in place.parts}
    if parts & _TEMPORARY_PARTS:
        return True
    folders = [environment[key] for key in ("TMPDIR", "TEMP", "TMP") if environment.get(key)]
    if system is System.WINDOWS:
        local = environment.get("LOCALAPPDATA")
        folders += [f"{local}\\Temp"] if local else []
        folders += [f"{environment.get('SYSTEMROOT', 'C:/Windows')}\\Temp"]
    else:
        folders += [f"/{folder}" for folder in _TEMPORARY_FOLDERS]
    return any(place.is_relative_to(system.path(folder)) for folder in folders)
