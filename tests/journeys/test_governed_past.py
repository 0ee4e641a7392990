"""Agents write over MCP; a script, a signed-in person and a command look back, take back and clear away."""

from __future__ import annotations

from io import StringIO

import httpx
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client as Browser

from oauth.models import User
from oauth.services.actors import actor_for_bearer
from tests.journeys.mcp import agent, told


async def test_what_an_agent_wrote_is_compared_reverted_and_undone(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    (await api.post("/memories", json={"content": "In Lier.", "name": "office"})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        for text in ("In Ghent.", "In Bruges."):
            await told(client, "memory_remember", content=text, name="office")
        changed = await api.get("/memories/office/diff?from_version=1&to_version=3")
        assert "-In Lier.\n" in changed.json()["unified"].replace("\\ No newline at end of file\n", "")
        assert (await told(client, "memory_revert", name="office", to_version=2))["version"] == 4
    client_key = (await sync_to_async(actor_for_bearer)(agents_token)).client
    undone = await api.post("/undo", json={"client": client_key, "last": 3})
    assert undone.json()["restored"] == ["office"]
    assert (await api.get("/memories/office")).json()["content"] == "In Lier."
    then = (await api.get("/memories/office/history")).json()["revisions"][2]["decided_at"]
    assert (await api.get("/memories/office", params={"known_at": then})).json()["content"] == "In Bruges."


async def test_the_owners_words_reach_the_agent(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    (await api.put("/guide", json={"text": "Speak softly."})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        assert (await told(client, "memory_guide"))["guide"] == "Speak softly."
        refused = await client.call_tool("memory_guide", {"workspace": "attic"})
    assert refused.is_error


async def test_an_erasure_that_an_agent_asks_for_is_decided_by_a_person(
    server_url: str, agents_token: str, api: httpx.AsyncClient, alice: User
) -> None:
    (await api.post("/memories", json={"content": "In Zanzibar.", "name": "office"})).raise_for_status()
    (await api.patch("/workspaces/default", json={"mode": "review"})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        assert not (await told(client, "memory_forget", name="office")).get("erased", False)
    (waiting,) = (await api.get("/erasures")).json()["erasures"]
    path = f"/erasures/{waiting['memory_id']}"
    assert (await api.post(path, json={"erase": True})).status_code == 403
    await sync_to_async(decide_signed_in)(alice, f"/api/v1{path}")
    assert (await api.get("/memories/office/history")).status_code == 404


def decide_signed_in(alice: User, path: str) -> None:
    browser = Browser()
    browser.force_login(alice)
    assert browser.post(path, {"erase": True}, content_type="application/json").json()["erased"]


async def test_the_chain_holds_through_all_of_it_and_the_command_says_so(api: httpx.AsyncClient) -> None:
    for text in ("In Ghent.", "In Bruges."):
        (await api.post("/memories", json={"content": text, "name": "office"})).raise_for_status()
    (await api.patch("/retention", json={"superseded": 1})).raise_for_status()
    assert (await api.post("/retention/clean-up", json={})).json()["superseded"] == 0
    assert (await api.get("/events/verification")).json()["holds"]
    out = StringIO()
    await sync_to_async(call_command)("verify_events", "--workspace", "default", stdout=out)
    assert "alice/default: 4 events hold (1 to 4)." in out.getvalue()
