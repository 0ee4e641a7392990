"""memory_forget, memory_archive and memory_restore: gone for good, out of sight, and back."""

from __future__ import annotations

from mcp_gateway import parameters as given
from mcp_gateway.answers import Changed, Gone
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ERASES, SETS, tool
from mcp_gateway.telling import changed, gone
from mcp_gateway.threads import acting
from memories.services.removal import archive, forget, restore

forgotten = acting(forget)
hidden = acting(archive)
shown_again = acting(restore)


@tool(title="Forget", hints=ERASES)
async def memory_forget(
    *, name: given.Name, workspace: given.WritingTo = None, task_id: given.TaskId = None
) -> Gone:
    """Erase a memory with all its versions, only when the user asked for it. It cannot be undone or re-saved.

    Where a person decides on erasures it is archived until then; the answer says which.
    """
    actor = current_actor()
    receipt = await forgotten(actor, name=name, workspace=workspace, task_id=task_id)
    return gone(receipt)


@tool(title="Archive", hints=SETS)
async def memory_archive(
    *, name: given.Name, workspace: given.WritingTo = None, task_id: given.TaskId = None
) -> Changed:
    """Take a memory out of every recall and list, whole. memory_restore brings it back."""
    actor = current_actor()
    memory = await hidden(actor, name=name, workspace=workspace, task_id=task_id)
    return changed(actor, memory)


@tool(title="Restore", hints=SETS)
async def memory_restore(
    *, name: given.Name, workspace: given.WritingTo = None, task_id: given.TaskId = None
) -> Changed:
    """Bring an archived memory back."""
    actor = current_actor()
    memory = await shown_again(actor, name=name, workspace=workspace, task_id=task_id)
    return changed(actor, memory)
