"""OAuth tokens at the gate: what they open, what is shown with them, and how each wrong one is refused."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from continuum.kernel.ids import new_id
from mcp_gateway.toolsets import TOOLSETS
from oauth.models import Client, Connection, TokenPair, User
from oauth.services import offers
from oauth.services.connections import grant_connection, narrow_connection, revoke_connection
from oauth.services.pairs import issue_pair
from oauth.services.resources import resource
from tests.conftest import person_actor
from tests.listening import free_port, listening
from tests.mcp_gateway.conftest import LEGACY, MODERN, Connect, client_of, refused, served, told
from tests.mcp_gateway.test_gate import EVERY_SCOPE, POINTER, message

EVERY_PERMISSION = ["memory:read", "memory:write", "memory:forget", "memory:review", "web"]
Granting = Callable[..., Awaitable[str]]


@pytest.fixture
def granting(token: str, alice: User) -> Granting:
    """Let a client in and have a token of it: `granting(permissions=..., toolsets=..., user=..., ...)`."""

    def granted(user: User = alice, **fields: Any) -> str:
        client = Client.objects.create(name="Claude Code", redirect_uris="https://client.example/cb")
        usual = {
            "permissions": EVERY_PERMISSION,
            "toolsets": ["memory"],
            "mode": "auto",
            "every_workspace": True,
        }
        audience = fields.pop("audience", resource())
        connection = grant_connection(person_actor(user), client=client, **{**usual, **fields})
        asked = {"permissions": connection.permissions, "resource": audience}
        return issue_pair(connection, family=new_id(), **asked).access

    return sync_to_async(granted)


async def tools_of(connect: Connect, bearer: str, **options: Any) -> set[str]:
    async with connect(bearer=bearer, **options) as client:
        return {tool.name for tool in (await client.list_tools()).tools} - {"count_slowly"}


def test_every_toolset_can_be_granted_with_the_permissions_its_tools_need() -> None:
    """A toolset that is added here is offered on the consent page by oauth/services/offers.py."""
    assert set(offers.TOOLSETS) == set(TOOLSETS)
    needed = {tool.needs for tools in TOOLSETS.values() for tool in tools}
    assert needed <= set(offers.PERMISSIONS)


@pytest.mark.parametrize("mode", [MODERN, LEGACY])
async def test_a_granted_client_remembers_and_recalls(
    connect: Connect, granting: Granting, mode: str
) -> None:
    async with connect(bearer=await granting(), mode=mode) as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office", source="chat")
        found = await told(client, "memory_recall", name="office")
    (memory,) = found["memories"]
    assert memory["content"] == "The office is in Ghent."
    assert memory["source"] == "chat (via Claude Code)"
    assert memory["client"] == (await Connection.objects.aget()).key


async def test_only_granted_toolsets_are_shown(connect: Connect, granting: Granting) -> None:
    usual, both = await granting(), await granting(toolsets=["memory", "advanced"])
    assert "memory_archive" not in await tools_of(connect, usual)
    assert {"memory_archive", "memory_recall"} <= await tools_of(connect, both)
    assert "memory_recall" not in await tools_of(connect, both, toolsets="advanced")
    assert "memory_archive" not in await tools_of(connect, usual, toolsets="memory,advanced")


async def test_a_toolset_that_was_not_granted_is_403_when_nothing_is_left(
    http: httpx.AsyncClient, granting: Granting
) -> None:
    headers = {"authorization": f"Bearer {await granting()}", "continuum-toolsets": "advanced"}
    assert (await http.post("", json=message(), headers=headers)).status_code == 403


async def test_only_tools_that_the_permissions_allow_are_shown(connect: Connect, granting: Granting) -> None:
    reading = await tools_of(connect, await granting(permissions=["memory:read"]))
    assert reading == {
        *("memory_guide", "memory_recall", "memory_context", "memory_list", "memory_history"),
        *("memory_workspaces", "memory_handoff_resume"),
    }
    assert "memory_forget" not in await tools_of(
        connect, await granting(permissions=["memory:read", "memory:write"])
    )
    assert "memory_forget" in await tools_of(connect, await granting(permissions=["memory:forget"]))


async def test_a_tool_without_its_permission_is_403_and_says_what_to_ask_for(
    http: httpx.AsyncClient, granting: Granting
) -> None:
    bearer = {"authorization": f"Bearer {await granting(permissions=['memory:read'])}"}
    asked = message("tools/call", name="memory_remember", arguments={"content": "x"})
    answer = await http.post("", json=asked, headers=bearer)
    assert answer.status_code == 403
    challenge = answer.headers["www-authenticate"]
    assert challenge.startswith(f'{POINTER}, error="insufficient_scope"')
    assert challenge.endswith('scope="memory:read memory:write"')
    error = answer.json()["error"]["message"]
    assert error == "FORBIDDEN: This connection lacks the permission memory:write. Its owner can grant it."
    assert answer.json()["id"] == 7


async def test_a_personal_tokens_model_reads_the_refusal_itself(connect: Connect, reader: str) -> None:
    async with connect(bearer=reader) as client:
        assert "memory:write" in await refused(client, "memory_remember", content="x")
    assert "memory_remember" not in await tools_of(connect, reader)


async def test_a_grant_of_one_workspace_opens_no_other(connect: Connect, granting: Granting) -> None:
    narrow = await granting(every_workspace=False, workspaces=["team"])
    async with connect(bearer=narrow) as client:
        known = await told(client, "memory_workspaces")
        assert [each["name"] for each in known["workspaces"]] == ["team"]
        await told(client, "memory_remember", content="x", workspace="team")
        assert "MEMORY_NOT_FOUND" in await refused(client, "memory_remember", content="x")
        assert "FORBIDDEN" in await refused(client, "memory_workspaces", create="another")


async def test_a_reviewed_connection_proposes(connect: Connect, granting: Granting) -> None:
    async with connect(bearer=await granting(mode="review")) as client:
        assert (await told(client, "memory_remember", content="x"))["status"] == "proposed"


def _expired(bearer: str) -> str:
    TokenPair.objects.update(access_expires_at=timezone.now())
    return bearer


def _revoked(bearer: str) -> str:
    connection = Connection.objects.select_related("user").get()
    revoke_connection(person_actor(connection.user), connection_id=connection.pk)
    return bearer


def _closed(bearer: str) -> str:
    User.objects.update(is_active=False)
    return bearer


WRONG: dict[str, Callable[[str], str]] = {
    "expired": _expired,
    "revoked": _revoked,
    "of a closed account": _closed,
    "forged": lambda bearer: bearer[:-1] + ("A" if bearer[-1] != "A" else "B"),
    "cut": lambda bearer: bearer[:-1],
    "of another kind": lambda bearer: bearer.replace("cta_", "ctm_"),
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG)
async def test_a_wrong_token_is_401_with_the_way_to_a_better_one(
    http: httpx.AsyncClient, granting: Granting, spoil: Callable[[str], str]
) -> None:
    bearer = await granting()
    good = await http.post("", json=message(), headers={"authorization": f"Bearer {bearer}"})
    assert good.status_code == 200
    spoiled = await sync_to_async(spoil)(bearer)
    answer = await http.post("", json=message(), headers={"authorization": f"Bearer {spoiled}"})
    assert answer.status_code == 401
    challenge = answer.headers["www-authenticate"]
    assert challenge.startswith(f'{POINTER}, error="invalid_token"') and challenge.endswith(EVERY_SCOPE)


async def test_a_token_for_another_audience_is_401(http: httpx.AsyncClient, granting: Granting) -> None:
    for audience in ("https://other.example/mcp", "http://localhost:8787", ""):
        bearer = await granting(audience=audience or "http://localhost:8787/mcp/")
        answer = await http.post("", json=message(), headers={"authorization": f"Bearer {bearer}"})
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]


async def test_a_strangers_token_sees_nothing_of_alices(
    connect: Connect, granting: Granting, charlie: User
) -> None:
    async with connect(bearer=await granting()) as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
    async with connect(bearer=await granting(charlie)) as client:
        assert (await told(client, "memory_recall", query="where is the office"))["memories"] == []
        assert "MEMORY_NOT_FOUND" in await refused(client, "memory_history", name="office")
        assert "MEMORY_NOT_FOUND" in await refused(client, "memory_recall", query="x", workspace="team")


def narrowed(user: User) -> None:
    connection_id = Connection.objects.get().pk
    narrow_connection(person_actor(user), connection_id=connection_id, permissions=["memory:read"])


async def test_narrowing_counts_between_two_calls_of_one_client(
    connect: Connect, granting: Granting, alice: User
) -> None:
    bearer = await granting()
    async with connect(bearer=bearer) as client:
        await told(client, "memory_remember", content="x")
        await sync_to_async(narrowed)(alice)
        assert "memory_remember" not in {tool.name for tool in (await client.list_tools()).tools}


async def test_what_was_narrowed_away_is_403_from_the_next_call_on(
    http: httpx.AsyncClient, granting: Granting, alice: User
) -> None:
    bearer = {"authorization": f"Bearer {await granting()}"}
    write = message("tools/call", name="memory_remember", arguments={"content": "x"})
    assert (await http.post("", json=write, headers=bearer)).status_code == 200
    await sync_to_async(narrowed)(alice)
    answer = await http.post("", json=write, headers=bearer)
    assert answer.status_code == 403
    assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]
    read = message("tools/call", name="memory_workspaces", arguments={})
    assert (await http.post("", json=read, headers=bearer)).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"mcp-session-id": "of a life before"}])
async def test_a_restart_between_two_calls_goes_unnoticed(
    granting: Granting, headers: dict[str, str]
) -> None:
    bearer, port = await granting(), free_port()
    call = message("tools/call", name="memory_workspaces", arguments={})
    for _ in range(2):
        with listening(served(), port=port):
            url = f"http://127.0.0.1:{port}/mcp"
            async with client_of(url, bearer) as client:
                answer = await client.post("", json=call, headers=headers)
        assert answer.status_code == 200 and "default" in answer.text
