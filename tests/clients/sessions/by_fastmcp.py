"""`python -m tests.clients.sessions.by_fastmcp URL ...`: a session of the client of FastMCP."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from fastmcp import Client
from fastmcp.client.auth import OAuth
from key_value.aio.stores.filetree import (
    FileTreeStore,
    FileTreeV1CollectionSanitizationStrategy,
    FileTreeV1KeySanitizationStrategy,
)

from tests.clients.sessions.arguments import read_call, tell


def wallet(folder: Path) -> FileTreeStore:
    """What the client keeps between its sessions, in files; its keys are addresses, which name no files."""
    folder.mkdir(exist_ok=True)
    return FileTreeStore(
        data_directory=folder,
        key_sanitization_strategy=FileTreeV1KeySanitizationStrategy(folder),
        collection_sanitization_strategy=FileTreeV1CollectionSanitizationStrategy(folder),
    )


async def main(url: str, *verb: str) -> None:
    login = OAuth(client_name="FastMCP", token_storage=wallet(Path("wallet")))
    async with Client(url, auth=login) as client:
        call = read_call(list(verb))
        if call is None:
            tell([tool.name for tool in await client.list_tools()])
        else:
            tell((await client.call_tool(*call)).structured_content)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
