"""Each request has an id, and its line in the log tells how it went; never what was in it."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import httpx
import pytest

from continuum import requests
from continuum.asgi import Application
from continuum.logging import JSONLine
from continuum.requests import Watched

SECRET = "the-launch-code-is-8231"


def asked(application: Any, **more: Any) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=application)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost:8787", **more)


async def test_every_answer_carries_an_id_of_its_own(database: None) -> None:
    async with asked(Application()) as client:
        ids = {(await client.get("/health/live")).headers["X-Request-Id"] for _ in range(2)}
    assert len(ids) == 2 and all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)


@pytest.mark.parametrize(("believed", "given", "kept"), [
    (True, "trace-12345", True), (False, "trace-12345", False), (True, "no good <id>", False)])  # fmt: skip
async def test_an_id_is_taken_over_from_a_proxy_that_is_believed(
    believed: bool, given: str, kept: bool
) -> None:
    async def fine(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async with asked(Watched(fine, believes_ids=believed)) as client:
        answer = await client.get("/", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is kept


async def test_a_problem_names_the_request(database: None) -> None:
    async with asked(Application()) as client:
        answer = await client.get("/api/v1/memories")
    assert answer.status_code == 401 and answer.json()["request_id"] == answer.headers["X-Request-Id"]


@pytest.fixture
def application() -> Application:
    """Made before the log is listened to: Django sets its log up anew with it."""
    return Application()


@pytest.fixture
def records(application: Application, monkeypatch: pytest.MonkeyPatch) -> list[logging.LogRecord]:
    """What is logged of requests."""
    kept: list[logging.LogRecord] = []
    monkeypatch.setattr(requests.log, "level", logging.INFO)
    monkeypatch.setattr(requests.log, "handle", kept.append)
    requests.log.manager._clear_cache()
    return kept


async def test_a_line_tells_the_pattern_and_the_status(
    database: None, application: Application, records: list[logging.LogRecord]
) -> None:
    async with asked(application) as client:
        await client.get(f"/api/v1/memories/{SECRET}?query={SECRET}", headers={"Cookie": f"a={SECRET}"})
    (line,) = [JSONLine().format(record) for record in records]
    told = json.loads(line)
    assert SECRET not in line
    assert (told["door"], told["route"], told["status"]) == ("api", "/api/v1/memories/<str:name>", 401)
    assert told["method"] == "GET" and told["ms"] >= 0 and len(told["request_id"]) == 32


def test_an_exception_is_told_by_kind_and_place_in_json_too() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, __file__, 1, "it failed", (), (type(error), error, None)
        )
    told = json.loads(JSONLine().format(record))
    assert "ValueError" in told["exception"] and SECRET not in json.dumps(told)
