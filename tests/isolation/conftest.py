"""One stage for each module: alice's store filled once, and undone after each request."""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
import uvicorn
from django.db import connections
from django.test import override_settings
from mcp.server.mcpserver import MCPServer

from mcp_gateway.application import Gateway
from mcp_gateway.server import build_server
from mcp_gateway.threads import acting
from memories.recall.reading import get_memory
from oauth.services.tokens import issue_token
from tests.conftest import START_SECONDS, empty_database, free_port, person_actor
from tests.isolation.speaking import Speaker
from tests.isolation.stage import EVERYTHING, MARK, Stage, furnish


class Served:
    """The gateway, with a tool of the tests' own, over a real socket."""

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


@pytest.fixture(scope="module")
def endpoint(stage: Stage) -> Iterator[str]:
    """Where the tools of alice's installation are served, among them one that leaks."""
    server = build_server()
    server.tool()(leaking(stage))
    port = free_port()
    config = uvicorn.Config(Served(server), host="127.0.0.1", port=port, lifespan="on", log_level="warning")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not running.started:
        assert thread.is_alive() and time.monotonic() < deadline, "the gateway did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}/mcp"
    running.should_exit = True
    thread.join(START_SECONDS)


@pytest.fixture
def alice(stage: Stage, endpoint: str) -> Speaker:
    """She herself, with a token that may everything."""
    return Speaker(stage, endpoint, issue_token(stage.alice, name="all of it", permissions=EVERYTHING))


def leaking(stage: Stage) -> Callable[[], Awaitable[str]]:
    """A tool that forgot who asks."""

    alice = person_actor(stage.alice)

    async def leak() -> str:
        found = await acting(get_memory)(alice, name=f"{MARK}-tea")
        return found.content

    return leak


ALLOWED = ["localhost", "127.0.0.1", "testserver"]


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with django_db_blocker.unblock(), override_settings(ALLOWED_HOSTS=ALLOWED):
        furnished = furnish()
        with furnished.opened:
            yield furnished
        empty_database()
        connections.close_all()
