"""What leaves for a collector of traces and for Sentry: real processes, real sockets, no content."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from continuum.tracing import statement_name
from oauth.models import User
from oauth.services.tokens import issue_token
from tests.continuum.receivers import receiver
from tests.memories.api.conftest import EVERY_PERMISSION

MARK = "zeppelin8231"
WORK = """
import asyncio, os, sys
import httpx
from continuum.asgi import Application
from django.contrib.auth import get_user_model
from continuum.kernel.actor import Permission

async def main():
    transport = httpx.ASGITransport(app=Application(), raise_app_exceptions=False)
    more = {"headers": {"Authorization": f"Bearer {os.environ['BEARER']}"}, "base_url": "http://localhost:8787"}
    async with httpx.AsyncClient(transport=transport, **more) as client:
        text = {"name": "MARK name", "content": "The MARK lands at noon."}
        await client.post("/api/v1/memories", json=text)
        await client.post("/api/v1/recall", json={"query": "When does the MARK land?"})
        await client.get("/api/v1/memories/MARK%20name?private=MARK")
        await client.post("/api/v1/memories", content=b'{"MARK')
FAILING
asyncio.run(main())
ENDING
"""
FAILING = """
    import logging
    try:
        raise RuntimeError("MARK burns")
    except RuntimeError:
        MARK_value = "MARK"
        logging.getLogger("continuum.test").exception("the ground crew failed")
        logging.getLogger("somebody.else").error("foreign words: MARK %s", "MARK")
"""


@pytest.fixture
def bearer(committed: None, alice: User) -> str:
    return issue_token(alice, name="agent", permissions=EVERY_PERMISSION)


def worked(bearer: str, *, failing: str = "", ending: str = "", **more: str) -> None:
    script = WORK.replace("FAILING", failing).replace("ENDING", ending).replace("MARK", MARK)
    environment = {**os.environ, "BEARER": bearer, "CONTINUUM_WORK_IN_PROCESS": "false", **more}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def spans(bodies: list[tuple[str, bytes]]) -> list[Any]:
    found = []
    for path, body in bodies:
        assert path == "/v1/traces"
        message = ExportTraceServiceRequest.FromString(body)
        found += [
            span for group in message.resource_spans for scope in group.scope_spans for span in scope.spans
        ]
    return found


def test_traces_lead_from_the_door_to_sql_without_content(bearer: str) -> None:
    with receiver() as received:
        worked(bearer, CONTINUUM_OTLP_ENDPOINT=f"http://127.0.0.1:{received.port}")
    found = spans(received.bodies)
    by_id = {span.span_id: span for span in found}
    named = {span.name: span for span in found}
    verb = named["verb recall"]
    assert by_id[verb.parent_span_id].name == "POST /api/v1/recall"
    below = {span.name for span in found if span.parent_span_id == verb.span_id}
    assert "sql SELECT continuum_find_passages" in below
    assert {"verb submit_all", "sql INSERT memories_memory"} <= named.keys()
    assert MARK.encode() not in received.everything and bearer.encode() not in received.everything
    assert b"alice" not in received.everything


def test_sentry_is_told_where_it_failed_and_nothing_else(bearer: str) -> None:
    with receiver() as received:
        dsn = f"http://public@127.0.0.1:{received.port}/1"
        ending = "import sentry_sdk; sentry_sdk.flush(5)"
        worked(bearer, failing=FAILING, ending=ending, CONTINUUM_SENTRY_DSN=dsn)
    assert b"RuntimeError" in received.everything and b"the ground crew failed" in received.everything
    assert MARK.encode() not in received.everything and bearer.encode() not in received.everything
    event = next(json.loads(line) for line in received.everything.splitlines() if b'"exception"' in line)
    (one,) = event["exception"]["values"]
    assert one["type"] == "RuntimeError" and "value" not in one
    assert all("vars" not in frame and "context_line" not in frame for frame in one["stacktrace"]["frames"])


@pytest.mark.parametrize(("sql", "name"), [
    ('SELECT "memories_memory"."id" FROM "memories_memory" WHERE name = \'x\'', "SELECT memories_memory"),
    ("INSERT INTO memories_job (id) VALUES (1)", "INSERT memories_job"),
    ("UPDATE memories_memory SET name = 'y'", "UPDATE memories_memory"),
    ("SELECT * FROM continuum_claim_jobs(%s, %s)", "SELECT continuum_claim_jobs"),
    ("SELECT 'a secret from somebody_else'", "SELECT"),
    ("SAVEPOINT s1", "SAVEPOINT"),
])  # fmt: skip
def test_a_statement_is_named_by_what_it_does_and_to_what(sql: str, name: str) -> None:
    assert statement_name(sql) == name
