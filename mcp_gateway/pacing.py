"""How fast one connection may call tools, whichever process answers."""

from __future__ import annotations

from functools import partial

from continuum.kernel.actor import Actor
from mcp_gateway.threads import on_thread
from oauth.paces import calls


async def keep_pace(actor: Actor) -> None:
    """Count one call. Raises RateLimited. Most calls ask nobody but this process (oauth.pace)."""
    pace = calls()
    if not pace.takes(actor):
        await on_thread(partial(pace.keep, actor))
