"""OpenContinuity's tools for handoffs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ADDS, READS
from mcp_gateway.handing import handed_over, resumed
from mcp_gateway.moments import read_moment
from mcp_gateway.threads import acting
from mcp_gateway.tools.seeds.opencontinuity_terms import json_answer
from memories.intake.handoffs import create_handoff
from memories.recall.handoffs import resume_handoff
from memories.text.spelling import in_camel_case

Task = Annotated[str, Field(description="The task.")]
Entries = Annotated[list[Any] | None, Field(description="Texts, or any JSON, which is kept as text.")]

written = acting(create_handoff)
found = acting(resume_handoff)


@json_answer(title="Create a handoff", hints=ADDS)
async def memory_handoff_create(
    *,
    taskId: Task,
    summary: str,
    idempotencyKey: str,
    status: str = "ready",
    decisions: Entries = None,
    nextActions: Entries = None,
    artifacts: Entries = None,
    blockedBy: Entries = None,
    expiresAt: given.ExpiresAt = None,
    sensitivity: given.SensitivityOf = None,
    metadata: Annotated[dict[str, Any] | None, Field(description="Nothing of it is kept.")] = None,
) -> Mapping[str, Any]:
    """Pass a task to the next agent: status, decisions, next actions, artifacts, blockers."""
    actor = current_actor()
    done = await written(
        actor,
        task_id=taskId,
        summary=summary,
        progress=status,
        decisions=_texts(decisions),
        next_actions=_texts(nextActions),
        artifacts=_texts(artifacts),
        blocked_by=_texts(blockedBy),
        sensitivity=sensitivity or "public",
        expires_at=read_moment(actor, "expiresAt", expiresAt, end=True),
        idempotency_key=idempotencyKey,
    )
    told: dict[str, Any] = {**handed_over(done).model_dump(), "status": status}
    return dict(in_camel_case(told | ({"notKept": sorted(metadata)} if metadata else {})))


def _texts(entries: list[Any] | None) -> list[str] | None:
    if entries is None:
        return None
    return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in entries]


@json_answer(title="Resume a handoff", hints=READS)
async def memory_handoff_resume(*, taskId: Task, includePrivate: given.Private = False) -> Mapping[str, Any]:
    """The newest handoff of a task that has not expired: status is ready, taken, expired or not_found."""
    actor = current_actor()
    answer = resumed(actor, await found(actor, task_id=taskId, private=includePrivate))
    return dict(in_camel_case(answer.model_dump()))
