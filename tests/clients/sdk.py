"""The client of the MCP SDK for Python, which our own tests use as well."""

from __future__ import annotations

from importlib.metadata import version

from tests.clients.speaking import speaking_peer

PEER = speaking_peer(
    "mcp_sdk",
    session="sdk",
    version=lambda _: f"mcp (Python) {version('mcp')}",
)
