"""memory_guide: how the owner wants this memory to be used."""

from __future__ import annotations

from mcp_gateway.answers import Guide
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.guide import guide_text


@tool(title="Read the guide", hints=READS)
async def memory_guide() -> Guide:
    """How to use this memory: when to recall, what to save, what never to save. Read it once, at first."""
    actor = current_actor()
    return Guide(guide=guide_text(), workspaces=tuple(sorted(actor.workspaces)))
