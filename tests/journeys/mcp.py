"""A real MCP client of the running server, as an agent has one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client


@asynccontextmanager
async def agent(server_url: str, token: str, *, toolsets: str = "memory,advanced") -> AsyncIterator[Client]:
    headers = {
        "authorization": f"Bearer {token}",
        "continuum-agent": "codex",
        "continuum-toolsets": toolsets,
    }
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{server_url}/mcp", http_client=http)) as client,
    ):
        yield client


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return dict(result.structured_content)
