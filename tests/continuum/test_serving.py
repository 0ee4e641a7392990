"""The web server as it is set up for one process or several."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from django.conf import settings

from continuum.embedded.errors import PortTaken
from continuum.serving import listening, web_config
from tests.listening import START_SECONDS, free_port


def test_nobody_says_by_a_header_who_calls() -> None:
    assert web_config().proxy_headers is False


async def test_an_answer_is_sent_at_once_over_a_shared_socket() -> None:
    seen: list[int] = []

    async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        made = writer.get_extra_info("socket")
        seen.append(made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    shared = listening("127.0.0.1", free_port())
    async with await asyncio.start_server(met, sock=shared):
        reader, writer = await asyncio.open_connection(*shared.getsockname())
        assert await reader.read() == b""
        writer.close()
    assert seen == [1]


def test_a_port_in_use_is_told_with_who_has_it() -> None:
    with listening("127.0.0.1", free_port()) as first, pytest.raises(PortTaken):
        listening("127.0.0.1", first.getsockname()[1])


@pytest.fixture
def served(committed: None) -> Iterator[str]:
    port = free_port()
    environment = {**os.environ, "CONTINUUM_PORT": str(port), "CONTINUUM_WORK_IN_PROCESS": "false"}
    command = [sys.executable, "manage.py", "serve", "--processes", "2"]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)
    yield f"http://127.0.0.1:{port}"
    process.send_signal(signal.SIGTERM)
    assert process.wait(START_SECONDS) == 0


@pytest.mark.timeout(60)
def test_two_processes_serve_one_address_and_end_together(served: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            answer = httpx.get(f"{served}/health/ready", timeout=START_SECONDS)
            break
        except httpx.ConnectError:
            assert time.monotonic() < deadline, "nothing listens"
            time.sleep(0.05)
    assert answer.status_code == 200
