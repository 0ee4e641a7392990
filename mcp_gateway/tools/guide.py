"""memory_guide: how the owner wants this memory to be used."""

from __future__ import annotations

from mcp_gateway import parameters as given
from mcp_gateway.answers import Guide
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.threads import acting
from memories.services.guide import get_guide

read = acting(get_guide)


@tool(title="Read the guide", hints=READS)
async def memory_guide(*, workspace: given.Workspace = None) -> Guide:
    """How to use this memory: when to recall, what to save, what never to save. Read it once, at first."""
    actor = current_actor()
    guide = await read(actor, workspace=workspace)
    return Guide(guide=guide.text, workspaces=tuple(sorted(actor.workspaces)))
