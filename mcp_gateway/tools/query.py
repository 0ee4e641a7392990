"""memory_query: a question that takes more than one search."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS, tool
from mcp_gateway.gathered import Investigated
from mcp_gateway.investigating import investigated
from mcp_gateway.threads import acting
from memories.recall.investigation import query
from memories.recall.terms import AUTO, STRATEGIES

Strategy = Annotated[str, Field(json_schema_extra={"enum": list(STRATEGIES)})]
Parts = Annotated[list[str] | None, Field(description="Your own parts of the question: surer than ours.")]
Least = Annotated[int, Field(description="Memories without which it is not enough.")]

looked_into = acting(query)


@tool(title="Look into a question", hints=READS)
async def memory_query(
    *,
    question: str,
    subqueries: Parts = None,
    strategy: Strategy = AUTO,
    include_history: bool = False,
    kind: given.Kinds = None,
    task_id: given.TaskId = None,
    workspace: given.Workspace = None,
    private: given.Private = False,
    max_steps: int | None = None,
    timeout_ms: int | None = None,
    min_evidence: Least = 1,
    token_budget: int | None = None,
) -> Investigated:
    """Answer a question with several parts, a comparison, a day, the past or a detour over a name, in a few
    searches within a budget. It tells the plan, the steps, the evidence, and whether that is enough.
    """
    actor = current_actor()
    done = await looked_into(
        actor,
        question=question,
        subqueries=subqueries,
        strategy=strategy,
        include_history=include_history,
        kinds=kind,
        task_id=task_id,
        workspace=workspace,
        private=private,
        max_steps=max_steps,
        timeout_ms=timeout_ms,
        min_evidence=min_evidence,
        token_budget=token_budget,
    )
    return investigated(actor, done)
