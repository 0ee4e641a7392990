"""memory_capabilities: what this memory can do, and what it spends."""

from __future__ import annotations

from dataclasses import asdict

from mcp_gateway.answers import Capabilities
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.threads import acting
from memories.recall.capabilities import capabilities

asked = acting(capabilities)


@tool(title="Capabilities", hints=READS)
async def memory_capabilities() -> Capabilities:
    """What this memory can do, what is switched off, and the budgets of its answers."""
    found = await asked(current_actor())
    return Capabilities(
        profile=found.profile.name,
        budgets=found.budgets,
        meaning=asdict(found.meaning),
        built=found.built,
        facts_by=found.facts_by,
        workspaces=found.workspaces,
        permissions=found.permissions,
        private=found.private,
    )
