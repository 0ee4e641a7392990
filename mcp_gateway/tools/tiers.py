"""memory_set_recall: from one recall tier to another, the text untouched."""

from __future__ import annotations

from mcp_gateway import parameters as given
from mcp_gateway.answers import Changed
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import SETS, tool
from mcp_gateway.telling import changed
from mcp_gateway.threads import acting
from memories.services.recall_tier import set_recall

moved = acting(set_recall)


@tool(title="Set when it is recalled", hints=SETS)
async def memory_set_recall(
    *,
    name: given.Name,
    recall: given.NewTier,
    workspace: given.WritingTo = None,
    task_id: given.TaskId = None,
) -> Changed:
    """Move a memory to another recall tier."""
    actor = current_actor()
    done = await moved(actor, name=name, recall=recall, workspace=workspace, task_id=task_id)
    return changed(actor, done.memory, reason=done.reason)
