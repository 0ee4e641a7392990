"""From the event loop to the verbs: the one place where the gateway leaves async code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakSet

from continuum.kernel.actor import Actor
from mcp_gateway.held import anything_held, give_back_idle, seated
from mcp_gateway.limits import HELD_IDLE_SECONDS, VERB_THREADS
from memories import access

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

POOL = ThreadPoolExecutor(VERB_THREADS, thread_name_prefix="mcp-verb")
_WATCHING: WeakSet[asyncio.AbstractEventLoop] = WeakSet()


def acting(
    verb: Callable[Concatenate[Actor, Arguments], Result],
) -> Callable[Concatenate[Actor, Arguments], Awaitable[Result]]:
    """Have a sync verb run on the pool, within `access.acting` of its actor.

    What it returns must be read out already: a lazy QuerySet would be evaluated outside of `acting`, where
    there are no rows.
    """

    @wraps(verb)
    async def awaited(actor: Actor, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return await on_thread(partial(_act, verb, actor, *args, **kwargs))

    return awaited


async def on_thread(work: Callable[[], Result]) -> Result:
    """Run sync code that may use the database on the pool. Its connection goes back soon afterwards."""
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(POOL, copy_context().run, seated, work)
    finally:
        _watch(loop)


def _watch(loop: asyncio.AbstractEventLoop) -> None:
    """See to it that this loop gives connections back when nobody calls any more."""
    if loop not in _WATCHING:
        _WATCHING.add(loop)
        loop.call_later(HELD_IDLE_SECONDS, _look, loop)


def _look(loop: asyncio.AbstractEventLoop) -> None:
    _WATCHING.discard(loop)
    if anything_held():
        POOL.submit(give_back_idle)
        _watch(loop)


def _act(
    verb: Callable[Concatenate[Actor, Arguments], Result],
    actor: Actor,
    *args: Arguments.args,
    **kwargs: Arguments.kwargs,
) -> Result:
    with access.acting(actor):
        return verb(actor, *args, **kwargs)
