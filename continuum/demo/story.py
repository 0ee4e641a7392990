"""The main job, told by two agents: one remembers and goes, another comes and recalls."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult

from continuum.demo.stage import Stage

NOTES = Path(__file__).with_name("notes.md")
QUESTIONS = (
    ("by meaning", "When do we put a new version of the site online?", "deployed every Tuesday"),
    ("by words", "Mollie sandbox", "Ines"),
    ("by words, Chinese", "盘点", "盘点"),
)
Say = Callable[[str], None]


class DemoFailed(Exception):
    """What was remembered was not found again."""


async def tell(stage: Stage, say: Say) -> None:
    """Both acts. Raises DemoFailed when a promise is not kept."""
    say("\n1. Over stdio: two agents, each with a server process of its own\n")
    await _act(stage.stdio("agent-a"), stage.stdio("agent-b"), say, name="stdio-log")
    say("\n2. Over HTTP: the same two agents, by URL and bearer\n")
    await _act(_http(stage, "agent-a"), _http(stage, "agent-b"), say, name="http-log")


def _http(stage: Stage, agent: str) -> Any:
    headers = {"Authorization": f"Bearer {stage.token}", "Continuum-Agent": agent}
    return streamable_http_client(f"{stage.url}/mcp", http_client=httpx2.AsyncClient(headers=headers))


async def _act(
    first: StdioServerParameters | Any, second: StdioServerParameters | Any, say: Say, *, name: str
) -> None:
    async with Client(first) as agent_a:
        say(f"   agent-a is connected (MCP {agent_a.protocol_version})")
        await _remember(agent_a, say, name)
    say("   agent-a has ended\n")
    async with Client(second) as agent_b:
        say(f"   agent-b is connected (MCP {agent_b.protocol_version})")
        for how, question, expected in QUESTIONS:
            await _recall(agent_b, say, how, question, expected)
        await _read_history(agent_b, say, name)


async def _remember(agent: Client, say: Say, name: str) -> None:
    facts = [
        line.removeprefix("- ")
        for line in NOTES.read_text(encoding="utf-8").splitlines()
        if line.startswith("- ")
    ]
    for fact in facts:
        answer = await _timed(
            agent.call_tool("memory_remember", {"content": fact, "source": NOTES.name}), say
        )
        say(f"   {answer['status']:<9} {answer['name']:.44}  found by {answer['found_by']}")
    await _timed(
        agent.call_tool("memory_remember", {"content": "Work log of the rebuild", "name": name}), say
    )
    appended = await _timed(
        agent.call_tool("memory_append", {"name": name, "text": "The checkout page is done."}), say
    )
    say(f"   appended  {name}, now version {appended['version']}")


async def _recall(agent: Client, say: Say, how: str, question: str, expected: str) -> None:
    answer = await _timed(agent.call_tool("memory_recall", {"query": question, "limit": 3}), say)
    say(f"   {how}: {question}")
    if not answer["memories"] or expected not in answer["memories"][0]["content"]:
        raise DemoFailed(f"{question!r} did not bring the memory that says {expected!r}.")
    best = answer["memories"][0]
    receipt = best["receipt"]
    say(f"     -> {best['content']}")
    say(f"        why: {', '.join(receipt['reasons'])}; score {receipt['score']}, ranks {receipt['ranks']}")


async def _read_history(agent: Client, say: Say, name: str) -> None:
    answer = await _timed(agent.call_tool("memory_history", {"name": name}), say)
    say(f"   history of {name}:")
    for revision in answer["revisions"]:
        say(f"     version {revision['number']}  {revision['status']:<10} by {revision['agent']}")
    if [revision["number"] for revision in answer["revisions"]] != [2, 1]:
        raise DemoFailed(f"The history of {name} is not versions 2 and 1.")


async def _timed(call: Awaitable[CallToolResult], say: Say) -> dict[str, Any]:
    """A tool's structured answer; how long it took is said in front of what the caller says next."""
    start = time.perf_counter()
    result = await call
    milliseconds = (time.perf_counter() - start) * 1_000
    if result.is_error or result.structured_content is None:
        raise DemoFailed(f"A tool refused: {result.content}")
    say(f"   [{milliseconds:6.1f} ms]")
    return dict(result.structured_content)
