"""OpenContinuity's tools that gather: context packs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_gateway.caller import current_actor
from mcp_gateway.declare import READS
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
from memories.text.spelling import in_camel_case

packed = acting(context)


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
