"""Applications on a real socket, each in a thread of its own, from a block's beginning to its end."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer

from mcp_gateway.application import Gateway

START_SECONDS = 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def listening(application: Any, *, port: int | None = None, log_level: str = "warning") -> Iterator[int]:
    """An ASGI application, its lifespan with it; the port where it is served."""
    there = port or free_port()
    config = uvicorn.Config(application, host="127.0.0.1", port=there, lifespan="on", log_level=log_level)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        yield there
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)


class GatewayAlone:
    """The gateway as an application of its own, which also owns the lifespan."""

    def __init__(self, server: MCPServer[Any]) -> None:
        self.gateway = Gateway(server)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self.gateway(scope, receive, send)
            return
        await receive()
        async with self.gateway.run():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})
