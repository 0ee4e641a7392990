"""A memory with a life of its own is forgotten, over the API or by an agent over MCP: not a word of it is
left in the database, the broker, any log or any answer, and saying it again is refused without repeating it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from asgiref.sync import sync_to_async

from continuum.kernel.actor import Permission
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.distinct import distinct
from tests.journeys.mcp import agent, told
from tests.scanning import places_holding
from tests.services import HOME

LOGS = HOME / "logs"


@pytest.fixture
def token(alice: User) -> str:
    return issue_token(alice, name="agent", permissions=list(Permission))


@pytest.fixture
async def api(server_url: str, token: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server_url, headers=headers, timeout=30) as client:
        yield client


async def live(api: httpx.AsyncClient, server_url: str, token: str, words: dict[str, str]) -> None:
    """Written by an agent, changed, proposed to, captured from a session, read by everybody."""
    fields = {"description": words["description"], "tags": [words["tag"]], "source": words["source"]}
    first = {"content": f"In {words['first']}.", "name": words["name"], "idempotency_key": "k"}
    async with agent(server_url, token) as client:
        await told(client, "memory_remember", **first, **fields)
        await told(client, "memory_append", name=words["name"], content=f"And {words['second']}.")
        await told(client, "memory_propose", name=words["name"], content=f"Or {words['third']}.")
        await told(client, "memory_recall", query=words["first"])
    session = {"transcript": f"User: Remember that the rent is {words['captured']}.", "session_id": "s-1"}
    (await api.post("/hook/session", json=session)).raise_for_status()
    waiting = (await api.get("/api/v1/proposals")).json()["proposals"]
    for proposal in waiting:
        (await api.post(f"/api/v1/proposals/{proposal['revision_id']}/approve", json={})).raise_for_status()


async def names(api: httpx.AsyncClient) -> list[str]:
    return [memory["name"] for memory in (await api.get("/api/v1/memories")).json()["memories"]]


async def forget(door: str, name: str, api: httpx.AsyncClient, server_url: str, token: str) -> None:
    if door == "api":
        assert (await api.delete(f"/api/v1/memories/{name}")).json()["erased"]
        return
    async with agent(server_url, token) as client:
        assert (await told(client, "memory_forget", name=name))["erased"]


async def everything_shown(api: httpx.AsyncClient, words: dict[str, str]) -> str:
    """All that the API answers afterwards: lists, searches, refusals, errors."""
    lists = ("memories?archived=true", "memories", "proposals", "batches", "erasures", "jobs")
    asked = [f"/api/v1/{path}" for path in lists]
    asked += [f"/api/v1/memories/{words['name']}/history?limit=many", "/api/v1/events/verification"]
    answers = [await api.get(path) for path in asked]
    answers += [await api.post("/api/v1/recall", json={"query": "the rent and the office"})]
    again = {"content": f"In {words['first']}.\nAnd {words['second']}."}
    refused = await api.post("/api/v1/memories", json=again)
    assert (refused.status_code, refused.json()["code"]) == (422, "EXCLUDED")
    return " ".join(answer.text for answer in [*answers, refused])


@pytest.mark.parametrize("door", ["api", "mcp"])
async def test_not_a_word_of_it_is_left(
    door: str, api: httpx.AsyncClient, server_url: str, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    words: dict[str, str] = defaultdict(distinct)
    caplog.set_level(logging.DEBUG, logger="continuum")
    await live(api, server_url, token, words)
    assert all([await holding(word) for word in words.values()])
    for name in await names(api):
        await forget(door, name, api, server_url, token)
    shown = await everything_shown(api, words)
    assert [place for word in words.values() for place in await holding(word)] == []
    assert not [word for word in words.values() if word in caplog.text or word in shown]


async def holding(word: str) -> list[str]:
    """The planner's samples aside, which `vacuum_erased` makes anew."""
    places: list[Any] = await sync_to_async(places_holding)(word, logs=sorted(LOGS.glob("*.log")))
    return [place for place in places if not place.startswith("pg_catalog.pg_statistic")]
