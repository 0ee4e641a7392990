"""The gate, asked by hand over a real socket: statuses, headers, and what clients in the wild trip over."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from django.db import OperationalError

from mcp_gateway import gate
from mcp_gateway.toolsets import TOOLSETS

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
MODERN_HEADERS = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list"}
POINTER = 'Bearer resource_metadata="http://localhost:8787/.well-known/oauth-protected-resource/mcp"'
EVERY_SCOPE = 'scope="memory:read memory:write memory:forget memory:review web"'


def message(method: str = "tools/list", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


@pytest.mark.parametrize("path", ["", "/"])
async def test_the_endpoint_answers_with_and_without_a_slash(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.post(path, json=message())
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["id"] == 7


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD", "PATCH"])
async def test_everything_but_post_is_405(anyone: httpx.AsyncClient, method: str) -> None:
    answer = await anyone.request(method, "", headers={"accept": "text/event-stream"})
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]


@pytest.mark.parametrize("shown", ["", "Basic abc", "Bearer"])
async def test_without_a_token_the_challenge_names_no_error(anyone: httpx.AsyncClient, shown: str) -> None:
    answer = await anyone.post("", json=message(), headers={"authorization": shown})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == f"{POINTER}, {EVERY_SCOPE}"


async def test_a_wrong_token_is_told_so(http: httpx.AsyncClient) -> None:
    answer = await http.post("", json=message(), headers={"authorization": "Bearer ctm_wrong"})
    assert answer.status_code == 401
    wrong = 'error="invalid_token", error_description="The token is unknown, expired or revoked"'
    assert answer.headers["www-authenticate"] == f"{POINTER}, {wrong}, {EVERY_SCOPE}"
    assert answer.json()["error"]["message"].startswith("UNAUTHORIZED: ")


@pytest.mark.parametrize("scheme", ["bearer", "BEARER"])
async def test_the_schemes_capitals_do_not_matter(http: httpx.AsyncClient, token: str, scheme: str) -> None:
    answer = await http.post("", json=message(), headers={"authorization": f"{scheme} {token}"})
    assert answer.status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8787"])
async def test_another_host_name_is_421(anyone: httpx.AsyncClient, host: str) -> None:
    assert (await anyone.post("", json=message(), headers={"host": host})).status_code == 421


@pytest.mark.parametrize("name", ["Authorization", "Origin", "Content-Type"])
async def test_a_header_that_is_said_twice_is_400(anyone: httpx.AsyncClient, name: str) -> None:
    answer = await anyone.post("", json=message(), headers=[(name, "localhost"), (name, "evil.example")])
    assert answer.status_code == 400
    assert f"The header {name} is there more than once" in answer.json()["error"]["message"]


@pytest.mark.parametrize("host", ["localhost", "localhost:8787", "127.0.0.1:1", "[::1]:8787", "LOCALHOST"])
async def test_this_machines_names_are_ours(http: httpx.AsyncClient, host: str) -> None:
    assert (await http.post("", json=message(), headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost.evil.example", "file://", "x"]
)
async def test_a_foreign_page_is_403(anyone: httpx.AsyncClient, origin: str) -> None:
    answer = await anyone.post("", json=message(), headers={"origin": origin})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


async def test_our_own_pages_may_read_the_answer(http: httpx.AsyncClient) -> None:
    answer = await http.post("", json=message(), headers={"origin": "http://localhost:6274"})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "http://localhost:6274"
    assert "WWW-Authenticate" in answer.headers["access-control-expose-headers"]


async def test_a_browser_may_ask_before_it_shows_a_token(anyone: httpx.AsyncClient) -> None:
    asked = {"origin": "http://localhost:8787", "access-control-request-method": "POST", "authorization": ""}
    answer = await anyone.options("", headers=asked)
    assert answer.status_code == 204
    for header in ("authorization", "mcp-protocol-version", "mcp-method", "mcp-name", "continuum-agent"):
        assert header in answer.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-credentials" not in answer.headers


def test_blanks_around_header_values_do_not_count(gateway_url: str, token: str) -> None:
    at = urlsplit(gateway_url)
    connection = HTTPConnection(at.hostname or "", at.port, timeout=30)
    spaced = {
        "mcp-protocol-version": " 2026-07-28\t",
        "mcp-method": "tools/list  ",
        "accept": "application/json ",
    }
    headers = {"authorization": f"Bearer {token} ", "content-type": "application/json", **spaced}
    connection.request("POST", at.path, json.dumps(message(_meta=META)), headers)
    with closing(connection):
        assert connection.getresponse().status == 200


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
async def test_every_older_version_is_spoken(http: httpx.AsyncClient, version: str) -> None:
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    answer = await http.post("", json=message("initialize", **hello))
    assert answer.json()["result"]["protocolVersion"] == version
    listed = await http.post("", json=message(), headers={"mcp-protocol-version": version})
    assert listed.status_code == 200


async def test_the_newest_version_is_spoken(http: httpx.AsyncClient) -> None:
    headers = {**MODERN_HEADERS, "mcp-method": "server/discover"}
    answer = await http.post("", json=message("server/discover", _meta=META), headers=headers)
    assert answer.json()["result"]["supportedVersions"] == ["2026-07-28"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"mcp-protocol-version": "2025-11-25"},
        {**MODERN_HEADERS, "mcp-protocol-version": "2099-01-01"},
        {**MODERN_HEADERS, "mcp-method": "tools/call"},
        {"mcp-protocol-version": "2026-07-28"},
    ],
)
async def test_headers_that_contradict_the_body_are_refused(
    http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await http.post("", json=message(_meta=META), headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32020


async def test_a_version_of_the_future_is_told_what_we_speak(http: httpx.AsyncClient) -> None:
    meta = {**META, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}
    headers = {**MODERN_HEADERS, "mcp-protocol-version": "2099-01-01"}
    answer = await http.post("", json=message(_meta=meta), headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32022


@pytest.mark.parametrize(
    "body", ["", "{", "nonsense", '{"id": NaN}', "[" * 60_000, '{"a": 1e999}', b"\xff\xfe"]
)
@pytest.mark.parametrize("headers", [{}, MODERN_HEADERS])
async def test_what_is_no_json_is_a_parse_error(
    anyone: httpx.AsyncClient, body: Any, headers: dict[str, str]
) -> None:
    answer = await anyone.post("", content=body, headers={"content-type": "application/json", **headers})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32700


@pytest.mark.parametrize("body", ["[]", "[{}]", "1", '"x"', "null"])
async def test_what_is_no_single_message_is_an_invalid_request(anyone: httpx.AsyncClient, body: str) -> None:
    answer = await anyone.post("", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32600


@pytest.mark.parametrize(
    "headers", [{}, {**MODERN_HEADERS, "mcp-method": "tools/call", "mcp-name": "memory_remember"}]
)
async def test_a_lone_surrogate_is_refused_under_the_requests_id(
    anyone: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    meta = {"_meta": META} if headers else {}
    text = json.dumps(
        message("tools/call", name="memory_remember", arguments={"content": "a\ud800b"}, **meta)
    )
    answer = await anyone.post("", content=text, headers={"content-type": "application/json", **headers})
    assert answer.status_code == 400
    assert answer.json()["id"] == 7
    assert answer.json()["error"]["message"].startswith("VALIDATION_ERROR: ")


async def test_a_body_that_says_it_is_something_else_is_415(anyone: httpx.AsyncClient) -> None:
    answer = await anyone.post("", content=b"{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 415


async def test_a_session_of_before_the_restart_does_not_matter(http: httpx.AsyncClient) -> None:
    answer = await http.post("", json=message(), headers={"mcp-session-id": "long gone"})
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers


async def test_a_notification_is_taken_without_an_answer(http: httpx.AsyncClient) -> None:
    answer = await http.post("", json={"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.content) == (202, b"")


@pytest.mark.parametrize(
    ("headers", "params", "agent"),
    [
        (
            {"continuum-agent": "codex"},
            {"_meta": {"io.modelcontextprotocol/clientInfo": {"name": "x"}}},
            "codex",
        ),
        ({"continuum-agent": "=?base64?w4Fubg==?="}, {}, "Ánn"),
        ({}, {"_meta": {"io.modelcontextprotocol/clientInfo": {"name": "cursor", "version": "1"}}}, "cursor"),
        ({}, {}, ""),
    ],
)
async def test_an_agent_is_who_it_says_it_is(
    http: httpx.AsyncClient, headers: dict[str, str], params: dict[str, Any], agent: str
) -> None:
    saved = {"name": "memory_remember", "arguments": {"content": "x", "name": "who"}}
    await http.post("", json=message("tools/call", **saved, **params), headers=headers)
    asked = {"name": "memory_history", "arguments": {"name": "who"}}
    answer = await http.post("", json=message("tools/call", **asked), headers=headers)
    revision = answer.json()["result"]["structuredContent"]["revisions"][0]
    assert revision.get("agent", "") == agent


async def test_an_agent_that_is_not_let_in_is_403(http: httpx.AsyncClient, settings: Any) -> None:
    settings.ALLOWED_AGENTS = ["codex"]
    assert (await http.post("", json=message(), headers={"continuum-agent": "codex"})).status_code == 200
    answer = await http.post("", json=message(), headers={"continuum-agent": "stranger"})
    assert answer.status_code == 403
    assert answer.json()["error"]["message"].startswith("FORBIDDEN: ")
    assert answer.json()["id"] == 7


async def test_a_database_that_is_gone_is_503_not_401(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_database(bearer: str, *, agent: str, audience: str) -> None:
        raise OperationalError("connection refused: password for hunter2")

    monkeypatch.setattr(gate, "admit", no_database)
    answer = await http.post("", json=message())
    assert answer.status_code == 503
    assert answer.json()["error"]["message"].startswith("STORAGE_ERROR: ")
    assert "hunter2" not in answer.text


async def test_an_unknown_toolset_is_refused_and_a_known_one_shows_its_tools(http: httpx.AsyncClient) -> None:
    unknown = await http.post("", json=message(), headers={"continuum-toolsets": "memory,nonsense"})
    assert unknown.status_code == 400
    more = await http.post("", json=message(), headers={"continuum-toolsets": "memory,advanced"})
    usual = await http.post("", json=message())
    names = [{tool["name"] for tool in answer.json()["result"]["tools"]} for answer in (more, usual)]
    assert names[0] - names[1] == {tool.name for tool in TOOLSETS["advanced"]}


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/json, text/event-stream", "text/event-stream"),
        ("*/*", "text/event-stream"),
        ("application/json", "application/json"),
    ],
)
async def test_progress_comes_as_a_stream_to_those_who_take_one(
    http: httpx.AsyncClient, accept: str, kind: str
) -> None:
    call = message("tools/call", name="count_slowly", arguments={"steps": 2}, _meta={"progressToken": "p"})
    answer = await http.post("", json=call, headers={"accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.text.count("notifications/progress") == (2 if kind == "text/event-stream" else 0)
    assert "counted to 2" in answer.text
