"""`python -m tests.clients.sessions.sdk URL ...`: a session of the MCP SDK's own client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx2
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)

from tests.clients.sessions.arguments import read_call, tell
from tests.clients.sessions.callback import Callback

SECONDS = 30


class Wallet:
    """What the client keeps between its sessions, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept = json.loads(file.read_text()) if file.exists() else {}

    def _keep(self, what: str, model: OAuthToken | OAuthClientInformationFull) -> None:
        self._kept[what] = model.model_dump(mode="json", exclude_none=True)
        self._file.write_text(json.dumps(self._kept))

    async def get_tokens(self) -> OAuthToken | None:
        return OAuthToken(**self._kept["tokens"]) if "tokens" in self._kept else None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self._keep("tokens", tokens)

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return OAuthClientInformationFull(**self._kept["client"]) if "client" in self._kept else None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self._keep("client", client_info)


async def main(url: str, *verb: str) -> None:
    with Callback() as callback:

        async def open_page(address: str) -> None:
            await asyncio.to_thread(subprocess.run, ["xdg-open", address], check=True)

        async def come_back() -> AuthorizationCodeResult:
            told = await callback.visit()
            return AuthorizationCodeResult(**{name: told.get(name) for name in ("code", "state", "iss")})

        known = OAuthClientMetadata(client_name="MCP SDK", redirect_uris=[callback.address])  # type: ignore[list-item]
        login = OAuthClientProvider(url, known, Wallet(Path("wallet.json")), open_page, come_back)
        async with (
            httpx2.AsyncClient(auth=login, timeout=SECONDS) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            tell(await answer(client, list(verb)))


async def answer(client: Client, verb: list[str]) -> object:
    call = read_call(verb)
    if call is None:
        return [tool.name for tool in (await client.list_tools()).tools]
    result = await client.call_tool(*call)
    return {"error": str(result.content)} if result.is_error else result.structured_content


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
