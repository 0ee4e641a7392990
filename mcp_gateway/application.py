"""The gateway as the roof mounts it: one object that serves /mcp for as long as it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from mcp_gateway.admission import PATHS
from mcp_gateway.gate import Gate
from mcp_gateway.limits import MAX_BODY_BYTES
from mcp_gateway.server import build_server
from mcp_gateway.wire import Receive, Scope, Send


class Gateway:
    """Point the requests that it `serves` at it, within `run`. An object runs once: the SDK's managers do.

    Two managers share one server, since each answers either in JSON or as a stream, and JSON drops progress.
    """

    def __init__(self, server: MCPServer[Any] | None = None) -> None:
        # The SDK gives managers away only inside a Starlette application, one for each server.
        served = (server or build_server())._lowlevel_server
        managed = partial(
            StreamableHTTPSessionManager, served, stateless=True, max_request_body_size=MAX_BODY_BYTES
        )
        self._plain = managed(json_response=True)
        self._streaming = managed(json_response=False)
        self._gate = Gate(
            plain=self._plain.handle_request,
            streaming=self._streaming.handle_request,
            logs=served.get_request_handler("logging/setLevel") is not None,
        )

    @staticmethod
    def serves(scope: Scope) -> bool:
        return scope["type"] == "http" and scope["path"] in PATHS

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        async with self._plain.run(), self._streaming.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._gate(scope, receive, send)
