"""Every kind of secret on every path that stores text: none of it is anywhere afterwards.

The whole application on a real socket, the whole database, the broker and every log.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count, cycle, islice, product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.errors import ContinuumError
from memories import access
from memories.intake.batches import open_batch
from memories.models import Mode, Workspace
from memories.secrets.kinds import PERSONAL_KINDS
from memories.services.policies import set_policy
from memories.services.workspaces import change_workspace
from oauth.models import User
from oauth.pace import Pace
from oauth.services.tokens import issue_token
from tests.conftest import agent_actor, person_actor
from tests.memories.secrets.one_of_each import SECRETS, core
from tests.scanning import places_holding
from tests.services import HOME
from tests.stories import remember

MODERN = "2026-07-28"
REFUSED = frozenset({400, 422})
TAKEN = range(200, 300)
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # nothing here speaks it; making one for each client is slow


def in_a_sentence(secret: str) -> str:
    return f"Please note: {secret}\nThat is all."


# What a client says beside its name and agent, by field.
FIELDS: dict[str, Callable[[str], dict[str, Any]]] = {
    "content": lambda secret: {"content": in_a_sentence(secret)},
    "name": lambda secret: {"content": "ok", "name": secret},
    "description": lambda secret: {"content": "ok", "description": in_a_sentence(secret)},
    "tags": lambda secret: {"content": "ok", "tags": ["ops", secret]},
    "source": lambda secret: {"content": "ok", "source": in_a_sentence(secret)},
    "kind": lambda secret: {"content": "ok", "kind": secret},
    "task_id": lambda secret: {"content": "ok", "scope": "task", "task_id": secret},
    "supersedes": lambda secret: {"content": "ok", "supersedes": [secret]},
    "idempotency_key": lambda secret: {"content": "ok", "idempotency_key": secret},
    "value": lambda secret: {"value": {"deep": [{"note": in_a_sentence(secret)}]}, "name": "deep"},
    "key of a value": lambda secret: {"value": {secret: 1}, "name": "deep"},
    "merged value": lambda secret: {"value": {"note": secret}, "name": "settings", "write_mode": "merge"},
}


@pytest.fixture
def strict(alice: User) -> None:
    """Every kind is refused, the personal ones too, and `team` reviews."""
    with access.acting(person_actor(alice)) as person:
        Workspace.objects.update(secret_policies=dict.fromkeys(PERSONAL_KINDS, "refuse"))
        change_workspace(person, workspace="team", mode=Mode.REVIEW)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions in any number: the pace of hooks is not what is asked here."""
    monkeypatch.setattr(Pace, "keep", lambda *_: None)


@pytest.fixture
def http(strict: None, unhurried: None, server_url: str, alice: User) -> Iterator[httpx.Client]:
    bearer = issue_token(alice, name="script", permissions=tuple(EVERYTHING))
    headers = {"Authorization": f"Bearer {bearer}", "Continuum-Agent": "codex"}
    with httpx.Client(base_url=server_url, headers=headers, timeout=30) as client:
        for body in (
            {"content": "The shop runs in Ghent.", "name": "shop"},
            {"value": {"theme": "dark"}, "name": "settings"},
        ):
            assert client.post("/api/v1/memories", json=body).status_code in {201, 202}
        yield client


@asynccontextmanager
async def connected(http: httpx.Client) -> AsyncIterator[Client]:
    """A real client of the MCP endpoint, with the same bearer."""
    address = str(http.base_url.join("/mcp"))
    headers = {name: http.headers[name] for name in ("authorization", "continuum-agent")}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30, verify=TLS) as transport,
        Client(streamable_http_client(address, http_client=transport), mode=MODERN) as client,
    ):
        yield client


API: dict[str, Callable[[httpx.Client, str], httpx.Response]] = {
    **{
        f"remember {field}": lambda http, secret, body=body: http.post("/api/v1/memories", json=body(secret))
        for field, body in FIELDS.items()
    },
    "append": lambda http, secret: http.post(
        "/api/v1/memories/shop/append", json={"content": in_a_sentence(secret)}
    ),
    "propose": lambda http, secret: http.post(
        "/api/v1/memories", json={"content": in_a_sentence(secret), "workspace": "team"}
    ),
    "bulk": lambda http, secret: http.post(
        "/api/v1/memories/bulk",
        json={"items": [{"content": in_a_sentence(secret)}, {"content": "ok", "description": secret}]},
    ),
    "guide": lambda http, secret: http.put("/api/v1/guide", json={"text": in_a_sentence(secret)}),
    "batch": lambda http, secret: http.post("/api/v1/batches", json={"label": in_a_sentence(secret)}),
    "key in the header": lambda http, secret: http.post(
        "/api/v1/memories", json={"content": "ok"}, headers={"Idempotency-Key": one_line(secret)}
    ),
    "policy": lambda http, secret: http.put(
        "/api/v1/policies", json={"client": f"token:{secret}", "decision": "refuse"}
    ),
    "workspace": lambda http, secret: http.post("/api/v1/workspaces", json={"name": secret}),
    "edited content": lambda http, secret: edited(http, content=in_a_sentence(secret)),
    "edited value": lambda http, secret: edited(http, value={"note": secret}),
    "edited description": lambda http, secret: edited(http, content="On Monday.", description=secret),
    "a session's turns": lambda http, secret: session(http, said=f"Remember: we always use {secret} here."),
    "a session's id": lambda http, secret: session(http, session_id=secret),
    "a session's folder": lambda http, secret: session(http, cwd=f"/home/ana/{secret}"),
    "the folder above": lambda http, secret: session(http, said=secret, cwd=f"/home/{secret}/shop"),
    "agent": lambda http, secret: http.post(
        "/api/v1/memories", json={"content": "ok"}, headers={"Continuum-Agent": one_line(secret)}
    ),
    "name in the address": lambda http, secret: http.get(f"/api/v1/memories/{quote(secret, safe='')}"),
    "query": lambda http, secret: http.get("/api/v1/memories", params={"name": secret, "cursor": secret}),
}
TOOLS: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    **{
        f"remember {field}": lambda secret, body=body: ("memory_remember", body(secret))
        for field, body in FIELDS.items()
    },
    "append": lambda secret: ("memory_append", {"name": "shop", "content": in_a_sentence(secret)}),
    "append elsewhere": lambda secret: ("memory_append", {"name": secret, "content": "ok"}),
    "propose": lambda secret: (
        "memory_remember",
        {"content": in_a_sentence(secret), "workspace": "team"},
    ),
    "forget": lambda secret: ("memory_forget", {"name": secret}),
    "tier": lambda secret: ("memory_set_recall", {"name": "shop", "recall": secret}),
    "unknown argument": lambda secret: ("memory_remember", {"content": "ok", "note": secret}),
}
VERBS: dict[str, Callable[[Actor, str], object]] = {
    "policy client": lambda actor, secret: set_policy(actor, client=f"token:{secret}", decision="refuse"),
    "policy kind": lambda actor, secret: set_policy(actor, kind=secret, decision="refuse"),
    "batch label": lambda actor, secret: open_batch(actor, label=in_a_sentence(secret)),
    "workspace renamed": lambda actor, secret: change_workspace(actor, workspace="team", name=secret),
    "client": lambda actor, secret: remember(replace(actor, client=f"token:{secret}"), "ok"),
}
# Every row would carry the name of an agent or a client, so no workspace lets a secret in there.
OF_EVERY_WORKSPACE = frozenset({"agent", "client"})
# What is read and not kept, so that nothing need be refused.
PASSED_OVER = frozenset({"a session's folder", "name in the address", "query"})
# Tools that there is nothing for, whatever they are told.
NEVER_TAKEN = frozenset({"append elsewhere", "forget", "tier", "unknown argument", "remember supersedes"})
_numbers = count(1)


def edited(http: httpx.Client, **said: Any) -> httpx.Response:
    """A proposal of its own, approved in other words."""
    body = {"content": f"Shop {next(_numbers)} deploys on Tuesday.", "workspace": "team"}
    proposal = http.post("/api/v1/memories", json=body).json()["revision_id"]
    return http.post(f"/api/v1/proposals/{proposal}/approve-edited", json=said)


def session(http: httpx.Client, *, said: str = "", **fields: str) -> httpx.Response:
    number = next(_numbers)
    words = said or f"Remember that we always deploy shop {number} on Tuesdays, never on Fridays."
    transcript = json.dumps({"role": "user", "content": words})
    body = {"transcript": transcript, "session_id": f"s-{number}", **fields}
    return http.post("/hook/session", json=body)


def one_line(secret: str) -> str:
    return " ".join(secret.split())


def is_kept_out(answer: httpx.Response) -> bool:
    """Refused, in bulk every single one, or a session that gave nothing."""
    if answer.status_code in REFUSED:
        return True
    told = answer.json()
    if "proposals" in told:
        return bool(told["proposals"] == 0)
    return {each["status"] for each in told.get("answers", [])} == {"refused"}


def applies(kind: str, way: str) -> bool:
    """Whether the kind must be refused there."""
    return way not in PASSED_OVER and not (way in OF_EVERY_WORKSPACE and kind in PERSONAL_KINDS)


def is_refused(actor: Actor, way: str, secret: str) -> bool:
    try:
        VERBS[way](actor, secret)
    except ContinuumError:
        return True
    return False


def pairs(ways: Collection[str], *, all_of_them: bool) -> list[tuple[str, str]]:
    """(kind, way): all of them, or each kind and each way at least once."""
    kinds = list(SECRETS)
    if all_of_them:
        return list(product(kinds, ways))
    count = max(len(kinds), len(ways))
    return list(islice(zip(cycle(kinds), cycle(ways)), count))


async def test_the_same_ways_take_in_what_is_harmless(http: httpx.Client) -> None:
    asked = API.keys() - PASSED_OVER - {"remember supersedes"}  # which names nothing that is there
    answers = {way: API[way](http, "harmless").status_code for way in asked}
    shut = [way for way, status in answers.items() if status not in TAKEN]
    async with connected(http) as client:
        for way in TOOLS.keys() - NEVER_TAKEN:
            answer = await client.call_tool(*TOOLS[way]("harmless"))
            shut += [way] if answer.is_error else []
    assert shut == []


@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_secret_comes_in_through_the_api(
    http: httpx.Client, all_of_them: bool, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    let_in = [
        (kind, way)
        for kind, way in pairs(API, all_of_them=all_of_them)
        if applies(kind, way) and not is_kept_out(API[way](http, SECRETS[kind]))
    ]
    assert let_in == []
    assert_nowhere(capfd, tmp_path)


@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_no_secret_comes_in_through_the_tools(
    http: httpx.Client,
    all_of_them: bool,
    capfd: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    let_in = []
    async with connected(http) as client:
        for kind, way in pairs(TOOLS, all_of_them=all_of_them):
            name, arguments = TOOLS[way](SECRETS[kind])
            answer = await client.call_tool(name, arguments)
            let_in += [] if answer.is_error else [(kind, way)]
    assert let_in == []
    assert_nowhere(capfd, tmp_path)


def test_no_secret_comes_in_beside_memories(
    http: httpx.Client, alice: User, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with access.acting(agent_actor(alice)) as actor:
        let_in = [
            (kind, way)
            for kind, way in pairs(VERBS, all_of_them=True)
            if applies(kind, way) and not is_refused(actor, way, SECRETS[kind])
        ]
    assert let_in == []
    assert_nowhere(capfd, tmp_path)


def assert_nowhere(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """No secret is in any column of any table, in the broker, or in any log, ours or the services'."""
    told = capfd.readouterr()
    spoken = tmp_path / "application.log"
    spoken.write_text(told.out + told.err)
    logs = [spoken, *sorted((HOME / "logs").glob("*.log"))]
    assert any(log.name == "postgres.log" for log in logs)
    cores = list(map(core, SECRETS.values()))
    assert places_holding(*cores, logs=logs) == []
    assert places_holding("The shop runs in Ghent.") != []  # it would have been seen
