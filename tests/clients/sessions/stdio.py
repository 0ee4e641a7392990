"""`python -m tests.clients.sessions.stdio URL ...`: a session with mcp-remote, which passes messages on."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from tests.clients.sessions.arguments import tell
from tests.clients.sessions.sdk import answer


async def main(url: str, *verb: str) -> None:
    bridge = StdioServerParameters(command="mcp-remote", args=[url], env=dict(os.environ))
    async with Client(stdio_client(bridge)) as client:
        tell(await answer(client, list(verb)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
