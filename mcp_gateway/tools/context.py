"""memory_context: what an agent should know for a task, packed into a budget."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.gathered import ContextPack
from mcp_gateway.packing import pack
from mcp_gateway.threads import acting
from memories.recall.context_pack import GENERAL, PURPOSES, context

Purpose = Annotated[str, Field(json_schema_extra={"enum": list(PURPOSES)})]
TokenBudget = Annotated[int | None, Field(description="Tokens that `context` may have.")]

found = acting(context)


@tool(title="Pack a context", hints=READS)
async def memory_context(
    *,
    query: given.QueryText = None,
    purpose: Purpose = GENERAL,
    task_id: given.TaskId = None,
    workspace: given.Workspace = None,
    token_budget: TokenBudget = None,
    max_memories: int | None = None,
) -> ContextPack:
    """The standing rules and what answers the query, ready to read, whole texts only. What was left out is
    named with the reason. Use it at the start of a task; memory_recall for one question.
    """
    made = await found(
        current_actor(),
        query=query,
        purpose=purpose,
        task_id=task_id,
        workspace=workspace,
        token_budget=token_budget,
        max_memories=max_memories,
    )
    return pack(made)
