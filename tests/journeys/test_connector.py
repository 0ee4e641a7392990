"""A client is given the address alone: the SDK's own client finds the server, registers, is let in and works.

Its person is played over the test client, who reads the consent page and presses its buttons.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider, OAuthFlowError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)

from oauth.models import Connection, TokenPair, User
from oauth.services.connections import revoke_connection
from tests.conftest import person_actor

CALLBACK = "http://localhost:3118/callback"
GRANT = {
    "decision": "allow",
    "workspaces": ["default"],
    "permissions": ["memory:read", "memory:write"],
    "toolsets": ["memory"],
    "mode": "auto",
}


class Wallet:
    """What the client keeps between two sessions."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """Alice at her browser: opens the page that the client sends her to, and decides."""

    login: OAuthClientProvider

    def __init__(self, user: User, **decision: Any) -> None:
        self.user, self.browser, self.decision, self.asked = user, Browser(), {**GRANT, **decision}, 0

    async def sent(self, address: str) -> None:
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        await sync_to_async(self.browser.force_login)(self.user)
        page = await sync_to_async(self.browser.get)(parts.path, asked)
        assert page.status_code == 200 and "localhost:3118" in page.text
        answer = await sync_to_async(self.browser.post)(parts.path, self.decision, query_params=asked)
        self.back = dict(parse_qsl(urlsplit(answer.headers["Location"]).query))
        self.asked += 1

    async def returned(self) -> AuthorizationCodeResult:
        if "error" in self.back:
            raise OAuthFlowError(self.back["error"])
        return AuthorizationCodeResult(**{name: self.back.get(name) for name in ("code", "state", "iss")})


@pytest.fixture
def address(server_url: str, settings: Any) -> str:
    """The server, under the address that it is reached at."""
    settings.PUBLIC_URL = server_url
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "OIDC_ISS_ENDPOINT": server_url}
    return f"{server_url}/mcp"


@asynccontextmanager
async def connected(address: str, wallet: Wallet, person: Person) -> AsyncIterator[Client]:
    known = OAuthClientMetadata(client_name="SDK client", redirect_uris=[CALLBACK])  # type: ignore[list-item]
    login = person.login = OAuthClientProvider(address, known, wallet, person.sent, person.returned)
    async with (
        httpx2.AsyncClient(auth=login, timeout=30) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):
        yield client


async def remembered(client: Client) -> Any:
    return await client.call_tool("memory_remember", {"content": "Tea at four.", "name": "tea"})


async def test_a_client_that_knows_the_address_alone_gets_to_work(address: str, alice: User) -> None:
    wallet, person = Wallet(), Person(alice)
    async with connected(address, wallet, person) as client:
        answer = await remembered(client)
        assert not answer.is_error, answer.content
        assert "memory_forget" not in {tool.name for tool in (await client.list_tools()).tools}
    assert wallet.tokens is not None and wallet.tokens.scope == "memory:read memory:write"
    assert (person.asked, await Connection.objects.acount()) == (1, 1)


async def test_a_second_session_asks_nobody(address: str, alice: User) -> None:
    wallet, person = Wallet(), Person(alice)
    for _ in range(2):
        async with connected(address, wallet, person) as client:
            assert not (await remembered(client)).is_error
    assert person.asked == 1


async def test_a_token_that_is_over_is_refreshed_and_nobody_is_asked(address: str, alice: User) -> None:
    wallet, person = Wallet(), Person(alice)
    async with connected(address, wallet, person) as client:
        await remembered(client)
        first = wallet.tokens
        await TokenPair.objects.aupdate(access_expires_at="2020-01-01T00:00:00Z")
        person.login.context.token_expiry_time = 1.0
        assert not (await remembered(client)).is_error
    assert person.asked == 1 and await TokenPair.objects.acount() == 2
    assert wallet.tokens != first


async def test_a_revoked_client_is_asked_about_again(address: str, alice: User) -> None:
    wallet, person = Wallet(), Person(alice)
    async with connected(address, wallet, person) as client:
        await remembered(client)
        connection = await Connection.objects.aget()
        await sync_to_async(revoke_connection)(
            await sync_to_async(person_actor)(alice), connection_id=connection.pk
        )
        assert not (await remembered(client)).is_error
    assert person.asked == 2


def told_in(error: BaseException) -> str:
    """What an error says, and what the errors of a group say."""
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return " ".join([repr(error), *map(told_in, inner)])


async def test_a_client_that_is_denied_learns_it(address: str, alice: User) -> None:
    with pytest.raises(BaseException) as denied:  # noqa: PT011 - a group of what its tasks met
        async with connected(address, Wallet(), Person(alice, decision="deny")) as client:
            await client.list_tools()
    assert "access_denied" in told_in(denied.value)
    assert not await Connection.objects.aexists()
