"""The language model as extract_structured gets it: a function, paid for from the workspace's budget."""

from __future__ import annotations

from functools import partial
from typing import Any

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from mcp_gateway.threads import on_thread
from memories import access
from memories.engines.registry import shaper as configured
from memories.services.budgets import Budget
from webtools.extracting import Model


def shaper(actor: Actor) -> Model | None:
    """None where no language model is set up, or the actor has no workspace that could pay."""
    found = configured()
    where = actor.workspaces.get(DEFAULT_WORKSPACE) or next(iter(actor.workspaces.values()), None)
    if found is None or where is None:
        return None

    def paid(text: str, wanted: str) -> Any:
        with access.acting(actor):
            return found.shape(text, wanted, meter=Budget(where))

    async def shaped(text: str, wanted: str) -> Any:
        return await on_thread(partial(paid, text, wanted))

    return shaped
