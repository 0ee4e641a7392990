"""The gateway alone on a real socket, and real clients with alice's token."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver import Context

from continuum.kernel.actor import Permission
from mcp_gateway.server import build_server
from memories import access
from memories.models import Mode
from memories.services.workspaces import change_workspace
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.conftest import person_actor
from tests.listening import GatewayAlone, listening

Connect = Callable[..., AbstractAsyncContextManager[Client]]
# Nothing here speaks TLS; a context of one's own for every client costs more than the tests themselves.
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
MODERN, LEGACY = "2026-07-28", "legacy"
ALL_BUT_REVIEW = (Permission.READ, Permission.WRITE, Permission.FORGET)


def served() -> GatewayAlone:
    """The gateway alone, with a tool of the tests' own."""
    server = build_server()
    server.tool()(count_slowly)
    return GatewayAlone(server)


async def count_slowly(steps: int, ctx: Context) -> str:  # type: ignore[type-arg]
    """A tool of the tests alone: reports its progress."""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
    return f"counted to {steps}"


@pytest.fixture(scope="session")
def gateway_server() -> Iterator[str]:
    with listening(served()) as port:
        yield f"http://127.0.0.1:{port}/mcp"


@pytest.fixture
def gateway_url(gateway_server: str, committed: None) -> str:
    """Where the gateway listens, over a database that is emptied afterwards."""
    return gateway_server


@pytest.fixture
def token(gateway_url: str, alice: User) -> str:
    """Alice's, for every workspace of hers, with everything but review."""
    return issue_token(alice, name="tests", permissions=ALL_BUT_REVIEW)


@pytest.fixture
def reader(token: str, alice: User) -> str:
    """Alice's token that may only read."""
    return issue_token(alice, name="reader", permissions=[Permission.READ])


@pytest.fixture
def writer(token: str, alice: User) -> str:
    """Alice's token that may only write."""
    return issue_token(alice, name="writer", permissions=[Permission.WRITE])


@pytest.fixture
def narrow(token: str, alice: User) -> str:
    """Alice's token for her team's workspace alone."""
    return issue_token(alice, name="narrow", permissions=ALL_BUT_REVIEW, workspaces=["team"])


@pytest.fixture
def stranger_token(token: str, charlie: User) -> str:
    return issue_token(charlie, name="tests", permissions=ALL_BUT_REVIEW)


@pytest.fixture
def reviewing(alice: User) -> None:
    """A person decides on what agents write to alice's team."""
    with access.acting(person_actor(alice)) as person:
        change_workspace(person, workspace="team", mode=Mode.REVIEW)


@pytest.fixture
def in_bucharest(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(timezone="Europe/Bucharest")


@pytest.fixture(params=[MODERN, LEGACY])
def era(request: pytest.FixtureRequest) -> str:
    """Both ways to speak the protocol: the one of 2026 and the handshake before it."""
    return str(request.param)


@pytest.fixture
def connect(gateway_url: str, token: str) -> Connect:
    """Connect a real client: `async with connect(mode=..., bearer=..., agent=..., toolsets=...) as
    client`.
    """

    @asynccontextmanager
    async def connected(
        *, mode: str = MODERN, bearer: str = token, agent: str = "codex", toolsets: str = "", **options: Any
    ) -> AsyncIterator[Client]:
        headers = {
            "authorization": f"Bearer {bearer}",
            "continuum-agent": agent,
            "continuum-toolsets": toolsets,
        }
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30, verify=TLS) as http,
            Client(streamable_http_client(gateway_url, http_client=http), mode=mode, **options) as client,
        ):
            yield client

    return connected


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool and read its answer; text and structure say the same."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert json.loads(text_of(result)) == result.structured_content
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Call a tool that must refuse, and read why."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    return text_of(result)


def text_of(result: Any) -> str:
    (block,) = result.content
    return str(block.text)


def client_of(url: str, token: str) -> httpx.AsyncClient:
    headers = {"authorization": f"Bearer {token}", "accept": "application/json, text/event-stream"}
    return httpx.AsyncClient(base_url=url, headers=headers, verify=TLS)


@pytest.fixture
async def http(gateway_url: str, token: str) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(gateway_url, token) as client:
        yield client


@pytest.fixture
async def anyone(gateway_server: str) -> AsyncIterator[httpx.AsyncClient]:
    """For what is settled before anybody asks who it is: no database, and a token that nobody looked at."""
    async with client_of(gateway_server, "ctm_whatever") as client:
        yield client
