"""`manage.py mcp` as a process, driven by the SDK's own stdio client."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.listening import free_port
from tests.mcp_gateway.conftest import told
from tests.services import HOME

MANAGE = str(settings.BASE_DIR / "manage.py")
Start = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def start(gateway_url: str, token: str, tmp_path: Path) -> Start:
    """Start the bridge to the running gateway as a client does: `async with start(mode) as client`."""
    file = tmp_path / "token"
    file.write_text(f"{token}\n")
    arguments = [MANAGE, "mcp", "--agent", "codex", "--url", gateway_url, "--token-file", str(file)]

    @asynccontextmanager
    async def started(mode: str) -> AsyncIterator[Client]:
        command = StdioServerParameters(
            command=sys.executable, args=arguments, env={"CONTINUUM_HOME": str(HOME)}
        )
        async with Client(command, mode=mode) as client:
            yield client

    return started


async def test_one_client_saves_and_another_finds(start: Start, era: str) -> None:
    async with start(era) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} >= {
            "memory_remember",
            "memory_recall",
        }
        saved = await told(client, "memory_remember", content="The office is in Ghent.", name="office")
    async with start("auto") as client:
        page = await told(client, "memory_recall", query="Where is the office?")
    assert saved["status"] == "stored"
    assert [(memory["name"], memory["agent"]) for memory in page["memories"]] == [("office", "codex")]


def test_nothing_but_the_protocol_is_written_to_stdout(gateway_url: str) -> None:
    lines = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\nnonsense\n'
    done = subprocess.run(
        [sys.executable, MANAGE, "mcp", "--url", gateway_url],
        input=lines,
        env={**os.environ, "CONTINUUM_HOME": str(HOME)},
        capture_output=True,
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {answer["id"] for answer in answers} == {1, None}
    assert next(answer for answer in answers if answer["id"] == 1)["error"]["data"] == {"status": 401}


def test_an_address_that_is_none_is_refused_before_anything_is_read() -> None:
    done = subprocess.run(
        [sys.executable, MANAGE, "mcp", "--url", "localhost:8787"],
        input=b"",
        env={**os.environ, "CONTINUUM_HOME": str(HOME)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"--url is the whole address" in done.stderr


@pytest.fixture
def empty_machine(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a machine where nothing of ours runs. What was started there is ended afterwards."""
    yield {"CONTINUUM_HOME": str(tmp_path / "home"), "CONTINUUM_PORT": str(free_port())}
    server = tmp_path / "home" / "server.json"
    if server.exists():
        process = psutil.Process(json.loads(server.read_text())["pid"])
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def server_process(machine: dict[str, str]) -> psutil.Process:
    return psutil.Process(json.loads((Path(machine["CONTINUUM_HOME"]) / "server.json").read_text())["pid"])


@pytest.mark.slow
async def test_a_server_that_is_killed_between_two_calls_is_started_again(
    empty_machine: dict[str, str],
) -> None:
    command = StdioServerParameters(command=sys.executable, args=[MANAGE, "mcp"], env=empty_machine)
    async with Client(command, mode="auto", read_timeout_seconds=120) as client:
        await told(client, "memory_remember", content="The office is in Ghent.", name="office")
        first = server_process(empty_machine)
        first.kill()
        first.wait(30)
        page = await told(client, "memory_recall", query="Where is the office?")
        assert server_process(empty_machine).pid != first.pid
    assert [memory["name"] for memory in page["memories"]] == ["office"]


@pytest.mark.slow
async def test_where_nothing_runs_the_server_is_started_and_outlives_the_client(
    empty_machine: dict[str, str],
) -> None:
    command = StdioServerParameters(
        command=sys.executable, args=[MANAGE, "mcp", "--agent", "codex"], env=empty_machine
    )
    async with Client(command, mode="auto", read_timeout_seconds=120) as client:
        saved = await told(client, "memory_remember", content="The office is in Ghent.", name="office")
    async with Client(command, mode="legacy", read_timeout_seconds=120) as client:
        page = await told(
            client, "memory_recall", query="Where is the office?", status=["proposed", "active"]
        )
    assert saved["status"] == "proposed"
    assert [memory["name"] for memory in page["memories"]] == ["office"]
