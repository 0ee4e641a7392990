"""Somebody is let into a team, works there through a client, and is let out: every step counts at the next
request, whichever door it comes through.
"""

from __future__ import annotations

from typing import Any

import httpx2
from asgiref.sync import sync_to_async
from django.test import Client as Browser

from oauth.models import User
from oauth.services.tokens import issue_token
from tests.journeys.mcp import agent, told

TEAM = {"workspace": "team"}


class Owner:
    """Alice, through the API."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.headers = f"{url}/api/v1/", {"authorization": f"Bearer {token}"}

    def __call__(self, method: str, path: str, **body: Any) -> Any:
        answer = httpx2.request(method, self.url + path, json=body or None, headers=self.headers, timeout=30)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None


def browser_of(user: User) -> Browser:
    browser = Browser()
    browser.force_login(user)
    return browser


async def refused(client: Any, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)


async def test_invited_joined_reviewed_lowered_and_removed(
    server_url: str, alice: User, charlie: User
) -> None:
    owner = Owner(server_url, await sync_to_async(issue_token)(alice, name="script", permissions=_EVERY))
    owner("PATCH", "workspaces/team", mode="review")
    link = owner("POST", "workspaces/team/invitations", role="editor")["link"]
    joined = await sync_to_async(_join)(charlie, link)
    assert joined == "/?workspace=team"
    token = await sync_to_async(issue_token)(charlie, name="codex", permissions=_EVERY)
    async with agent(server_url, token) as client:
        roles = {
            each["name"]: each["role"] for each in (await told(client, "memory_workspaces"))["workspaces"]
        }
        assert roles == {"default": "owner", "team": "editor"}
        await _works_until_lowered(client, owner, charlie)
        owner("DELETE", f"workspaces/team/members/{charlie.pk}")
        assert "No workspace of that name" in await refused(client, "memory_recall", query="door", **TEAM)


async def _works_until_lowered(client: Any, owner: Owner, charlie: User) -> None:
    written = await told(client, "memory_remember", content="The door is green.", name="door", **TEAM)
    assert written["status"] == "proposed"
    (waits,) = owner("GET", "proposals?workspace=team")["proposals"]
    owner("POST", f"proposals/{waits['revision_id']}/approve")
    found = await told(client, "memory_recall", query="Which colour is the door?", **TEAM)
    assert [(each["name"], each["status"]) for each in found["memories"]] == [("door", "active")]
    owner("PATCH", f"workspaces/team/members/{charlie.pk}", role="reader")
    why = await refused(client, "memory_remember", content="The gate is red.", **TEAM)
    assert "FORBIDDEN" in why and "You are a reader in the workspace team" in why
    kept = await told(client, "memory_remember", content="The gate is red.", name="gate")
    assert kept["workspace"] == "default"


def _join(user: User, link: str) -> str:
    return str(browser_of(user).post(link[link.index("/join/") :], {"name": "team"}).url)


_EVERY = ["memory:read", "memory:write", "memory:forget", "memory:review", "admin"]
