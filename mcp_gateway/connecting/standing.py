"""How the clients on this machine stand: which have Continuum in their files, and whether it still leads
somewhere. For `doctor`, which says which to connect again and restart.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from mcp_gateway.connecting import jsonc, toml
from mcp_gateway.connecting.entries import NAME
from mcp_gateway.connecting.places import CLIENTS, Client, Kind, System, file_of
from mcp_gateway.connecting.writing import NotConnected, read_file

DEFAULT_HOME = "~/.continuum"


class State(StrEnum):
    """`connected` to this store; `elsewhere`: to another one, by its address or its data folder; `lost`: what
    it would start is gone; `unreadable`: its file cannot be read.
    """

    CONNECTED = "connected"
    ELSEWHERE = "elsewhere"
    LOST = "lost"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Standing:
    """One client that has Continuum in its file, or whose file cannot be read."""

    client: Client
    path: Path
    state: State

    @property
    def mend(self) -> str:
        """The command that puts it right; then the client is restarted."""
        if self.state in (State.LOST, State.ELSEWHERE):
            return f"manage.py connect {self.client.key} --force, then restart {self.client.title}"
        return f"mend {self.path}" if self.state is State.UNREADABLE else ""


def clients_here(*, platform: str, environment: Mapping[str, str], home: Path) -> Iterator[Standing]:
    """Those that have it, by the system's `sys.platform` and environment; `home` is this store's folder."""
    system = System.called(platform)
    for client in CLIENTS.values():
        try:
            path = Path(file_of(client, system=system, environment=environment))
        except KeyError:
            return  # nobody's home is known
        state = _state(client, path, home)
        if state is not None:
            yield Standing(client, path, state)


def _state(client: Client, path: Path, home: Path) -> State | None:
    try:
        text = read_file(path)
        entry = _entry(client, text) if text else None
    except (NotConnected, jsonc.BrokenJson, toml.BrokenToml):
        return State.UNREADABLE
    if not isinstance(entry, Mapping):
        return None
    command = entry.get("command")
    if not isinstance(command, str):
        return State.ELSEWHERE
    started = [command, *(each for each in entry.get("args") or () if str(each).endswith("manage.py"))]
    if not all(os.path.exists(each) for each in started):
        return State.LOST
    given = (entry.get("env") or {}).get("CONTINUUM_HOME") or DEFAULT_HOME
    same = Path(given).expanduser().resolve() == home.resolve()
    return State.CONNECTED if same else State.ELSEWHERE


def _entry(client: Client, text: str) -> Any:
    if client.kind is Kind.TOML:
        return toml.servers_in(text, client.servers).get(NAME)
    root = jsonc.parse(text).value
    servers = root.get(client.servers) if isinstance(root, dict) else None
    return servers.get(NAME) if isinstance(servers, dict) else None
