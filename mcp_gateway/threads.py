"""From the event loop to the verbs: the one place where the gateway leaves async code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import close_old_connections

from continuum.kernel.actor import Actor
from mcp_gateway.limits import VERB_THREADS
from memories import access

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

POOL = ThreadPoolExecutor(VERB_THREADS, thread_name_prefix="mcp-verb")


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
    """Run sync code that may use the database on the pool, and give its connection back afterwards."""
    return await asyncio.get_running_loop().run_in_executor(POOL, _connected, work)


def _act(
    verb: Callable[Concatenate[Actor, Arguments], Result],
    actor: Actor,
    *args: Arguments.args,
    **kwargs: Arguments.kwargs,
) -> Result:
    with access.acting(actor):
        return verb(actor, *args, **kwargs)


def _connected(work: Callable[[], Result]) -> Result:
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
