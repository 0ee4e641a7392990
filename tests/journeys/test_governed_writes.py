"""What gets in, through two doors: agents write over MCP, a script and a person in the browser govern it."""

from __future__ import annotations

import httpx
from asgiref.sync import sync_to_async
from django.test import Client as Browser
from django.urls import reverse

from oauth.models import User
from tests.journeys.mcp import agent, told

RENT, OTHER_RENT, SAME_RENT = "The rent is 900 euro.", "The rent is 950 euro.", "Rent: 900 euros."


async def test_what_one_door_kept_the_other_knows(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    (await api.post("/memories", json={"content": RENT, "name": "rent"})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        again = await told(client, "memory_remember", content=SAME_RENT)
        assert (again["status"], again["name"]) == ("duplicate", "rent")
        otherwise = await told(client, "memory_remember", content=OTHER_RENT, name="rent-now")
        assert (otherwise["status"], otherwise["may_conflict_with"]) == ("stored", ["rent"])
        (found,) = (await told(client, "memory_recall", name="rent"))["memories"]
        assert found["may_conflict_with"] == ["rent-now"]
    assert (await api.get("/memories/rent-now")).json()["may_conflict_with"] == ["rent"]


async def test_a_secret_gets_in_by_neither_door(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    key = "ghp_" + "R7uWq2ZkX9pLm4TnV8sBd3YfHc6JgA1eQw5K"
    refused = await api.post("/memories", json={"content": f"token {key}"})
    assert (refused.status_code, refused.json()["code"]) == (422, "SECRET_REFUSED")
    async with agent(server_url, agents_token) as client:
        result = await client.call_tool("memory_remember", {"content": f"token {key}"})
    assert result.is_error and "SECRET_REFUSED" in str(result.content)
    assert key not in refused.text + str(result.content)


async def test_a_row_laid_down_by_a_script_decides_about_agents(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    (await api.put("/policies", json={"kind": "project", "decision": "propose"})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        kept = await told(client, "memory_remember", content="Coffee at nine.", kind="reference")
        waits = await told(client, "memory_remember", content="We ship in May.", kind="project", name="ship")
        assert (kept["status"], waits["status"]) == ("stored", "proposed")
        (await api.put("/policies", json={"kind": "project", "decision": "refuse"})).raise_for_status()
        assert (await client.call_tool("memory_remember", {"content": "No.", "kind": "project"})).is_error
    (waiting,) = (await api.get("/proposals")).json()["proposals"]
    assert waiting["name"] == "ship"


async def test_a_person_approves_in_the_browser_and_replaces_what_it_contradicts(
    server_url: str, agents_token: str, api: httpx.AsyncClient, alice: User
) -> None:
    (await api.post("/memories", json={"content": RENT, "name": "rent"})).raise_for_status()
    (await api.patch("/workspaces/default", json={"mode": "review"})).raise_for_status()
    async with agent(server_url, agents_token) as client:
        waits = await told(client, "memory_remember", content=OTHER_RENT, name="rent-now")
        shown = await sync_to_async(_replace)(alice, waits["revision_id"])
        assert "900" in shown and "950" in shown
        found = (await told(client, "memory_recall", query="rent"))["memories"]
    assert [memory["name"] for memory in found] == ["rent-now"]
    assert (await api.get("/memories/rent/history")).json()["revisions"][0]["status"] == "superseded"


def _replace(alice: User, revision_id: str) -> str:
    """Press "approve and replace" on the proposal's page; returns what the page showed before."""
    alice.is_staff = alice.is_superuser = True
    alice.save()
    browser = Browser()
    browser.force_login(alice)
    shown = browser.get(reverse("admin:memories_proposal_change", args=[revision_id])).text
    pressed = browser.post(
        reverse("admin:memories_proposal_decide", args=[revision_id]), {"decision": "replace"}
    )
    assert pressed.status_code == 302
    return shown


async def test_a_batch_from_an_agent_is_taken_back_by_a_script(
    server_url: str, agents_token: str, api: httpx.AsyncClient
) -> None:
    items = [{"content": text} for text in ("Tea at four.", "The ferry leaves at noon.")]
    async with agent(server_url, agents_token) as client:
        done = await told(client, "memory_bulk_remember", items=items, label="notes")
        (batch,) = (await api.get("/batches")).json()["batches"]
        assert (batch["id"], batch["label"], batch["writes"]) == (done["batch"], "notes", 2)
        (await api.post(f"/batches/{done['batch']}/undo", json={})).raise_for_status()
        assert (await told(client, "memory_list"))["memories"] == []
