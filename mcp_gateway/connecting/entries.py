"""What stands in a client's file for Continuum: how it is started, or where it is reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_gateway.connecting.places import Client, Kind

NAME = "continuum"


@dataclass(frozen=True, slots=True)
class Start:
    """A program that the client starts and speaks to over stdin and stdout."""

    command: str
    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Address:
    """A server that the client signs in to by itself."""

    url: str


def entry_for(client: Client, reached: Start | Address) -> dict[str, Any]:
    """As this client spells it."""
    if isinstance(reached, Address):
        return _addressed(client, reached.url)
    entry: dict[str, Any] = {"command": reached.command, "args": list(reached.arguments)}
    if client.key in ("claude", "vscode"):
        entry = {"type": "stdio", **entry}
    if reached.environment:
        entry["env"] = dict(reached.environment)
    return entry


def _addressed(client: Client, url: str) -> dict[str, Any]:
    if client.kind is Kind.TOML or client.key == "cursor":
        return {"url": url}
    if client.key == "gemini":
        return {"httpUrl": url}
    return {"type": "http", "url": url}
