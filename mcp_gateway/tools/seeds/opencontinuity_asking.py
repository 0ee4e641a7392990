"""OpenContinuity's tools that gather: context packs and queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS
from mcp_gateway.investigating import investigated
from mcp_gateway.packing import pack
from mcp_gateway.threads import acting
from mcp_gateway.tools.seeds.opencontinuity_terms import (
    AnyKey,
    AnyKind,
    NeverPrivate,
    ScopeIs,
    TaskId,
    json_answer,
)
from memories.recall.context_pack import GENERAL, context
from memories.recall.investigation import query as query_verb
from memories.recall.terms import AUTO
from memories.text.spelling import in_camel_case

packed = acting(context)
looked_into = acting(query_verb)


@json_answer(title="Context pack", hints=READS)
async def memory_context(
    *,
    query: str,
    key: AnyKey = None,
    kind: AnyKind = None,
    scope: ScopeIs = None,
    taskId: TaskId = None,
    includePrivate: NeverPrivate = False,
    purpose: str = GENERAL,
    tokenBudget: int | None = None,
    maxMemories: int | None = None,
) -> Mapping[str, Any]:
    """What answers the query, and the standing rules, whole, under a budget of tokens."""
    made = await packed(
        current_actor(),
        query=query,
        names=[key] if key else None,
        kinds=[kind] if kind else None,
        scopes=[scope] if scope else None,
        task_id=taskId,
        purpose=purpose,
        token_budget=tokenBudget,
        max_memories=maxMemories,
    )
    return dict(in_camel_case(pack(made).model_dump()))


@json_answer(title="Query", hints=READS)
async def memory_query(
    *,
    query: str,
    key: AnyKey = None,
    kind: AnyKind = None,
    scope: ScopeIs = None,
    taskId: TaskId = None,
    includePrivate: given.Private = False,
    strategy: str = AUTO,
    subqueries: list[str] | None = None,
    includeHistory: bool = False,
    maxSteps: int | None = None,
    timeoutMs: int | None = None,
    minEvidence: int = 1,
    tokenBudget: int | None = None,
) -> Mapping[str, Any]:
    """Look a question up in several steps, within a budget: plan, steps, evidence, whether it is enough."""
    actor = current_actor()
    done = await looked_into(
        actor,
        question=query,
        names=[key] if key else None,
        kinds=[kind] if kind else None,
        scopes=[scope] if scope else None,
        task_id=taskId,
        private=includePrivate,
        strategy=strategy,
        subqueries=subqueries,
        include_history=includeHistory,
        max_steps=maxSteps,
        timeout_ms=timeoutMs,
        min_evidence=minEvidence,
        token_budget=tokenBudget,
    )
    told = investigated(actor, done).model_dump()
    sufficiency = {"status": told.pop("status"), "reasons": told.pop("reasons")}
    return dict(in_camel_case({**told, "sufficiency": sufficiency}))
