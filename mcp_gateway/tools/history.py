"""memory_history: what a memory said before, and who changed it."""

from __future__ import annotations

from mcp_gateway import parameters as given
from mcp_gateway import telling
from mcp_gateway.answers import History
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.limits import DEFAULT_HISTORY
from mcp_gateway.threads import acting
from memories.recall.reading import history

life_of = acting(history)


@tool(title="Read a memory's history", hints=READS)
async def memory_history(
    *,
    name: given.Name,
    workspace: given.Workspace = None,
    task_id: given.TaskId = None,
    private: given.Private = False,
    limit: given.Limit = DEFAULT_HISTORY,
) -> History:
    """Every version of one memory and what happened to it, newest first, archived ones included."""
    actor = current_actor()
    life = await life_of(actor, name=name, workspace=workspace, task_id=task_id, private=private, limit=limit)
    return telling.history(actor, life)
