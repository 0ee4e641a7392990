"""memory_revert: back to what a memory said before."""

from __future__ import annotations

from mcp_gateway import parameters as given
from mcp_gateway.answers import Written
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import REPLACES, tool
from mcp_gateway.telling import written
from mcp_gateway.threads import acting
from memories.intake.again import revert

reverted = acting(revert)


@tool(title="Go back to an earlier version", hints=REPLACES)
async def memory_revert(
    *,
    name: given.Name,
    to_version: given.EarlierVersion,
    workspace: given.WritingTo = None,
    task_id: given.TaskId = None,
    expected_version: given.ExpectedVersion = None,
) -> Written:
    """Have a memory say again what it said in an earlier version (see memory_history), as a new version."""
    answer = await reverted(
        current_actor(),
        name=name,
        to_number=to_version,
        workspace=workspace,
        task_id=task_id,
        expected_version=expected_version,
    )
    return written(answer)
