"""The official fetch server, in an environment of its own, asked over stdio."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

PLACE = Path(sys.prefix) / "share" / "continuum" / "fetchers"


def is_installed() -> bool:
    return (PLACE / "bin" / "python").exists()


@asynccontextmanager
async def fetch_server() -> AsyncIterator[Client]:
    """A client of it; its process ends with the block."""
    command = str(PLACE / "bin" / "python")
    arguments = ["-m", "mcp_server_fetch", "--ignore-robots-txt", "--allow-private-ips"]
    parameters = StdioServerParameters(command=command, args=arguments)
    async with Client(stdio_client(parameters)) as client:
        yield client


async def fetch(client: Client, url: str) -> str:
    """The page as it tells it. Raises RuntimeError where it does not."""
    result = await client.call_tool("fetch", {"url": url, "max_length": 100_000})
    text = str(result.content[0].text)
    if result.is_error:
        raise RuntimeError(text[:200])
    return text
