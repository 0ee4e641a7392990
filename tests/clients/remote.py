"""mcp-remote, which lets clients that speak only stdio reach a server by its address."""

from __future__ import annotations

from tests.clients.speaking import speaking_peer

PEER = speaking_peer(
    "mcp_remote",
    session="stdio",
    version=lambda programs: programs.package("mcp-remote"),
)
