"""The server ends and another takes its place between two calls of a client: the client notices nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from django.conf import settings

from continuum.kernel.ids import new_id
from oauth.models import Client, Connection, TokenPair, User
from oauth.services.connections import grant_connection, revoke_connection
from oauth.services.pairs import Pair, issue_pair
from oauth.services.resources import resource
from tests.conftest import person_actor
from tests.listening import START_SECONDS, free_port
from tests.mcp_gateway.test_gate import message

REMEMBER = {"content": "The office is in Ghent.", "name": "office"}


@contextmanager
def server(port: int) -> Iterator[str]:
    """A real process, from its start to its end."""
    environment = {**os.environ, "CONTINUUM_PORT": str(port), "CONTINUUM_WORK_IN_PROCESS": "false"}
    command = [sys.executable, "manage.py", "serve"]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(url)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(START_SECONDS) == 0


def _wait(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/health/live", timeout=START_SECONDS).status_code == 200:
                return
        except httpx.ConnectError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


@pytest.fixture
def connected(committed: None, alice: User) -> Pair:
    """What Claude Code holds after alice let it in."""
    client = Client.objects.create(
        name="Claude Code", client_type="public", redirect_uris="http://localhost/cb"
    )
    permissions = ["memory:read", "memory:write"]
    granted = grant_connection(
        person_actor(alice),
        client=client,
        permissions=permissions,
        toolsets=["memory"],
        mode="auto",
        every_workspace=True,
    )
    return issue_pair(granted, family=new_id(), permissions=permissions, resource=resource())


def called(url: str, bearer: str, tool: str, **arguments: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {bearer}", "accept": "application/json, text/event-stream"}
    asked = message("tools/call", name=tool, arguments=arguments)
    return httpx.post(f"{url}/mcp", json=asked, headers=headers, timeout=START_SECONDS)


@pytest.mark.timeout(90)
def test_what_was_said_before_a_restart_is_there_after_it(connected: Pair) -> None:
    port = free_port()
    with server(port) as url:
        assert called(url, connected.access, "memory_remember", **REMEMBER).status_code == 200
    with server(port) as url:
        answer = called(url, connected.access, "memory_recall", name="office")
        assert answer.status_code == 200 and "Ghent" in answer.text
        refreshed = httpx.post(f"{url}/oauth/token", data=_refresh(connected), timeout=START_SECONDS)
        assert called(url, refreshed.json()["access_token"], "memory_workspaces").status_code == 200


def _refresh(pair: Pair) -> dict[str, str]:
    client = Client.objects.get()
    return {"grant_type": "refresh_token", "refresh_token": pair.refresh, "client_id": client.client_id}


@pytest.mark.timeout(90)
def test_what_was_revoked_while_no_server_ran_stays_out(connected: Pair, alice: User) -> None:
    port = free_port()
    with server(port) as url:
        assert called(url, connected.access, "memory_workspaces").status_code == 200
    revoke_connection(person_actor(alice), connection_id=Connection.objects.get().pk)
    assert TokenPair.objects.filter(revoked_at=None).count() == 0
    with server(port) as url:
        answer = called(url, connected.access, "memory_workspaces")
    assert answer.status_code == 401 and 'error="invalid_token"' in answer.headers["www-authenticate"]
