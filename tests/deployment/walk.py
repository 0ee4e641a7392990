"""What an agent and a person do through the proxy, while parts of the deployment die and come back."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.deployment.stack import POLL_SECONDS, READY_SECONDS, Stack

CALLS = 40
TEXT = "The {} of the north building is checked by {} on the first Monday of each month."
CHECKED = {"boiler": "Ines", "lift": "Oskar", "roof": "Femi", "well": "Agnes"}
Say = Callable[[str], None]


@dataclass
class Walk:
    stack: Stack
    say: Say
    alice: dict[str, str] = field(default_factory=dict)

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.stack.url, verify=self.stack.tls, timeout=30, **more)

    def as_agent(self) -> httpx.Client:
        return self.client(headers={"Authorization": f"Bearer {self.alice['bearer']}"})

    @asynccontextmanager
    async def agent(self) -> Any:
        headers = {"authorization": f"Bearer {self.alice['bearer']}", "continuum-agent": "codex"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=30, verify=self.stack.tls) as http,
            Client(streamable_http_client(f"{self.stack.url}/mcp", http_client=http)) as client,
        ):
            yield client


async def walked(stack: Stack, *, say: Say) -> None:
    """Every step in turn; the first that fails says so by raising."""
    walk = Walk(stack, say)
    walk.alice = json.loads(stack.run([sys.executable, "-m", "tests.deployment.people"]))
    for step in (checked, remembered_over_mcp, signed_in, spread_over_webs):
        say(step.__doc__ or "")
        done = step(walk)
        if done is not None:
            await done
    for step in (watched, web_killed, worker_killed, redis_gone):
        say(step.__doc__ or "")
        step(walk)
    say("Each process ends on SIGTERM within its time")
    codes = stack.stop()
    assert set(codes) == set(stack.processes) and all(code in (0, -15) for code in codes.values()), codes


def checked(walk: Walk) -> None:
    """manage.py check --deploy finds nothing but that localhost is this machine alone"""
    found = walk.stack.manage("check", "--deploy")
    assert "identified 1 issue" in found and "continuum.W007" in found, found


async def remembered_over_mcp(walk: Walk) -> None:
    """An agent remembers and recalls by meaning, through the proxy"""
    async with walk.agent() as client:
        for thing, who in CHECKED.items():
            await client.call_tool("memory_remember", {"name": thing, "content": TEXT.format(thing, who)})
        found = await client.call_tool("memory_recall", {"query": "Who looks after the elevator?"})
    assert not found.is_error and found.structured_content["memories"][0]["name"] == "lift"


def signed_in(walk: Walk) -> None:
    """A person signs in with a secure cookie and sees what the agent remembered"""
    with walk.client(follow_redirects=True) as browser:
        page = browser.get("/sign-in")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert token is not None
        form = {"csrfmiddlewaretoken": token[1], "login": "alice", "password": walk.alice["password"]}
        home = browser.post(str(page.url), data=form, headers={"Referer": str(page.url)})
        assert home.status_code == httpx.codes.OK and "lift" in home.text
        assert all(cookie.secure for cookie in browser.cookies.jar)


def spread_over_webs(walk: Walk) -> None:
    """Requests reach both web processes, and a session belongs to neither"""
    with walk.as_agent() as agent:
        answers = [agent.get("/api/v1/memories") for _ in range(CALLS)]
    assert {answer.status_code for answer in answers} == {httpx.codes.OK}
    assert len({answer.headers["X-Upstream"] for answer in answers}) > 1


def watched(walk: Walk) -> None:
    """Either web process tells Prometheus of all processes, and the proxy tells nobody"""
    bearer = {"Authorization": f"Bearer {walk.stack.environment['CONTINUUM_METRICS_TOKEN']}"}
    for port in walk.stack.webs:
        told = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=bearer)
        assert told.status_code == httpx.codes.OK, told.text
        for wanted in (
            'name="memory_remember",outcome="ok"',
            'mode="hybrid"',
            "continuum_jobs",
            'name="facts"',
        ):
            assert wanted in told.text, wanted
        assert "north building" not in told.text and "alice" not in told.text
    with walk.client(headers=bearer) as outside:
        assert outside.get("/metrics").status_code == httpx.codes.NOT_FOUND


def web_killed(walk: Walk) -> None:
    """A web process is killed: no reading request notices"""
    walk.stack.kill("web-1")
    with walk.as_agent() as agent:
        codes = {agent.get("/api/v1/memories").status_code for _ in range(CALLS)}
    assert codes == {httpx.codes.OK}, codes
    walk.stack.again("web-1")


def worker_killed(walk: Walk) -> None:
    """A worker is killed: the other one does the work"""
    walk.stack.kill("worker-1")
    _worked_on(walk, "Ruth Novak", "Ghent")
    walk.stack.again("worker-1")


def redis_gone(walk: Walk) -> None:
    """Redis is killed and comes back empty: what was written meanwhile is written, and is indexed after"""
    walk.stack.kill("redis")
    with walk.as_agent() as agent:
        told = agent.post("/api/v1/memories", json={"name": "pump", "content": "Karl sees to the pump."})
        assert told.status_code in (httpx.codes.OK, httpx.codes.CREATED), told.text
    walk.stack.again("redis")
    _worked_on(walk, "Lotte Meyer", "Bruges")


def _worked_on(walk: Walk, who: str, city: str) -> None:
    """A worker draws facts from what is written: they are there in the end."""
    with walk.as_agent() as agent:
        assert agent.post("/api/v1/memories", json={"content": f"{who} lives in {city}."}).is_success
        for _ in _tries(READY_SECONDS):
            answer = agent.get("/api/v1/facts", params={"query": f"{who} {city}"})
            if answer.is_success and city in [fact["object"] for fact in answer.json()["facts"]]:
                return
    raise AssertionError(f"no worker read that {who} lives in {city} within {READY_SECONDS} seconds")


def _tries(seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield
        time.sleep(POLL_SECONDS)
