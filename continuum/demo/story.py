"""The main job, told by two agents: one remembers, hands over and goes; another comes, recalls, goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from continuum.demo.stage import Stage

NOTES = Path(__file__).with_name("notes.md")
QUESTIONS = (
    ("by meaning", "When do we put a new version of the site online?", "deployed every Tuesday"),
    ("by words", "Mollie sandbox", "Ines"),
    ("by words, Chinese", "盘点", "盘点"),
)
Say = Callable[[str], None]
NEXT = "Connect the checkout page to Mollie."
INDENT = " " * 14


class DemoFailed(Exception):
    """What was remembered was not found again."""


async def tell(stage: Stage, say: Say) -> None:
    """Both acts. Raises DemoFailed when a promise is not kept."""
    say("\n1. Over stdio: two agents, each with a server process of its own\n")
    await _act(stage.stdio("agent-a"), stage.stdio("agent-b"), say, name="stdio-log")
    say("\n2. Over HTTP: the same two agents, by URL and bearer (what is known already stays single)\n")
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
        await _hand_over(agent_a, say, name)
    say("   agent-a has ended\n")
    async with Client(second, mode="legacy") as agent_b:
        say(f"   agent-b is connected (MCP {agent_b.protocol_version})")
        for how, question, expected in QUESTIONS:
            await _recall(agent_b, say, how, question, expected)
        await _read_history(agent_b, say, name)
        await _resume(agent_b, say, name)


async def _remember(agent: Client, say: Say, name: str) -> None:
    lines = NOTES.read_text(encoding="utf-8").splitlines()
    say(f"   agent-a remembers what {NOTES.name} says:")
    for fact in (line.removeprefix("- ") for line in lines if line.startswith("- ")):
        answer, took = await _called(agent, "memory_remember", content=fact, source=NOTES.name)
        say(f"   {took}  {answer['status']:<9} {answer['name']:.48}  (found by {answer['found_by']})")
    await _called(agent, "memory_remember", content="Work log of the rebuild", name=name)
    answer, took = await _called(agent, "memory_append", name=name, content="The checkout page is done.")
    say(f"   {took}  appended  {name}, now version {answer['version']}")


async def _hand_over(agent: Client, say: Say, name: str) -> None:
    told = {"summary": "The checkout page is done.", "next_actions": [NEXT], "memories": [name]}
    _, took = await _called(agent, "memory_handoff_create", task_id=f"rebuild-{name}", **told)
    await _called(agent, "memory_append", name=name, content="The last test has passed.")
    say(f"   {took}  handed over  rebuild-{name}, then the log went on")


async def _resume(agent: Client, say: Say, name: str) -> None:
    answer, took = await _called(agent, "memory_handoff_resume", task_id=f"rebuild-{name}")
    say(f"   {took}  resumed the task rebuild-{name}: {answer['status']}")
    if answer["status"] != "ready" or answer["handoff"]["next_actions"] != [NEXT]:
        raise DemoFailed(f"The handoff of rebuild-{name} did not arrive.")
    say(f"{INDENT}next   {NEXT}")
    if len(answer["handoff"].get("warnings", [])) != 1:
        raise DemoFailed(f"The handoff does not say that {name} has changed since.")
    say(f"{INDENT}but    {answer['handoff']['warnings'][0]}")


async def _recall(agent: Client, say: Say, how: str, question: str, expected: str) -> None:
    answer, took = await _called(agent, "memory_recall", query=question, limit=3)
    say(f"   {took}  asked {how}: {question}")
    if not answer["memories"] or expected not in answer["memories"][0]["content"]:
        raise DemoFailed(f"{question!r} did not bring the memory that says {expected!r}.")
    best = answer["memories"][0]
    receipt = best["receipt"]
    places = ", ".join(f"{channel} {place}" for channel, place in receipt["ranks"].items())
    say(f"{INDENT}found  {best['content']}")
    say(f"{INDENT}why    {', '.join(receipt['reasons'])}; score {receipt['score']}, places: {places}")


async def _read_history(agent: Client, say: Say, name: str) -> None:
    answer, took = await _called(agent, "memory_history", name=name)
    say(f"   {took}  history of {name}:")
    for revision in answer["revisions"]:
        say(f"{INDENT}version {revision['number']}, {revision['status']}, by {revision['agent']}")
    if [revision["number"] for revision in answer["revisions"]] != [3, 2, 1]:
        raise DemoFailed(f"The history of {name} is not versions 3, 2 and 1.")


async def _called(agent: Client, tool: str, **arguments: Any) -> tuple[dict[str, Any], str]:
    """A tool's structured answer, and how long it took."""
    start = time.perf_counter()
    result = await agent.call_tool(tool, arguments)
    took = f"{(time.perf_counter() - start) * 1_000:6.1f} ms"
    if result.is_error or result.structured_content is None:
        raise DemoFailed(f"{tool} refused: {result.content}")
    return dict(result.structured_content), took
