"""From the event loop to the verbs and back."""

from __future__ import annotations

import asyncio
import threading

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden
from mcp_gateway import held
from mcp_gateway.limits import HELD_IDLE_SECONDS, VERB_THREADS
from mcp_gateway.threads import acting, on_thread
from memories.models import Memory, Workspace
from oauth.models import User
from tests.conftest import agent_actor


@pytest.fixture
def agent(committed: None, alice: User) -> Actor:
    return agent_actor(alice)


@acting
def names_of_workspaces(actor: Actor, *, prefix: str = "") -> list[str]:
    return sorted(Workspace.objects.filter(name__startswith=prefix).values_list("name", flat=True))


async def test_a_verb_runs_within_acting_and_gets_its_arguments(agent: Actor) -> None:
    assert await names_of_workspaces(agent) == ["default", "team"]
    assert await names_of_workspaces(agent, prefix="t") == ["team"]


async def test_afterwards_the_thread_sees_nothing(agent: Actor) -> None:
    await asyncio.gather(*(names_of_workspaces(agent) for _ in range(2 * VERB_THREADS)))
    seen = await asyncio.gather(*(on_thread(Memory.objects.count) for _ in range(VERB_THREADS)))
    assert seen == [0] * VERB_THREADS


async def test_connections_go_back_when_nobody_calls(agent: Actor) -> None:
    await asyncio.gather(*(names_of_workspaces(agent) for _ in range(2 * VERB_THREADS)))
    assert held.anything_held()
    await asyncio.sleep(2.5 * HELD_IDLE_SECONDS)
    assert not held.anything_held()


async def test_errors_come_back_as_they_are(agent: Actor) -> None:
    @acting
    def refusing(actor: Actor) -> None:
        raise Forbidden("No.")

    with pytest.raises(Forbidden, match=r"No\."):
        await refusing(agent)


async def test_the_loop_goes_on_while_a_verb_waits(agent: Actor) -> None:
    go = threading.Event()

    @acting
    def waiting(actor: Actor) -> bool:
        return go.wait(10)

    task = asyncio.ensure_future(waiting(agent))
    await asyncio.sleep(0)
    go.set()
    assert await task
