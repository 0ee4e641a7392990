"""The toolset `opencontinuity`: a memory's name is its `key`, answers and errors are JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from mcp_gateway import parameters as given
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ERASES, READS, REPLACES
from mcp_gateway.limits import MAX_PAGE
from mcp_gateway.moments import shown
from mcp_gateway.threads import acting
from mcp_gateway.tools.seeds.by_id import place_of
from mcp_gateway.tools.seeds.opencontinuity_asking import memory_context, memory_query
from mcp_gateway.tools.seeds.opencontinuity_handoffs import memory_handoff_create, memory_handoff_resume
from mcp_gateway.tools.seeds.opencontinuity_terms import (
    AnyKey,
    AnyKind,
    Key,
    MemoryId,
    Metadata,
    ScopeIs,
    TaskId,
    json_answer,
)
from memories.injection.answering import answer
from memories.intake.submit import submit
from memories.models import Basis, Scope, Sensitivity
from memories.recall.answers import Remembered
from memories.recall.capabilities import capabilities
from memories.recall.reading import get_memory, history
from memories.services.drafts import Draft, WriteMode
from memories.services.removal import forget
from memories.text.spelling import in_camel_case

DEFAULT_LIMIT = 20
_KEPT = {"source", "tags"}

able = acting(capabilities)
submitted = acting(submit)
found = acting(answer)
read = acting(get_memory)


@json_answer(title="Capabilities", hints=READS)
async def memory_capabilities() -> Mapping[str, Any]:
    """What this memory can do, its budgets and its enums."""
    known = await able(current_actor())
    return {
        "server": "continuum",
        "protocol": "OpenContinuity, mapped",
        "profile": known.profile.name,
        "budgets": in_camel_case(known.budgets),
        "capabilities": {
            "hybridSearch": True,
            "versions": True,
            "semantic": known.meaning.on,
            **in_camel_case(known.built),
        },
        "scopes": Scope.values,
        "sensitivities": Sensitivity.values,
        "confidenceBases": Basis.values,
        "writeModes": [WriteMode.REPLACE, WriteMode.MERGE],
    }


@json_answer(title="Remember", hints=REPLACES)
async def memory_remember(
    *,
    key: Key,
    value: Annotated[Any, Field(description="Any JSON.")],
    kind: str,
    idempotencyKey: str,
    scope: ScopeIs = None,
    taskId: TaskId = None,
    sensitivity: given.SensitivityOf = None,
    userConfirmed: bool = False,
    metadata: Metadata = None,
    writeMode: given.WriteModeOf = "replace",
    expectedVersion: given.ExpectedVersion = None,
    confidence: given.Confidence = None,
    confidenceBasis: given.BasisOf = None,
) -> Mapping[str, Any]:
    """Save any JSON under a key. The same idempotencyKey again returns the first answer."""
    actor = current_actor()
    draft = Draft(
        name=key,
        kind=kind,
        scope=scope,
        task_id=taskId,
        sensitivity=sensitivity,
        user_confirmed=userConfirmed,
        write_mode=_mode(writeMode),
        expected_version=expectedVersion,
        confidence=confidence,
        basis=confidenceBasis,
        idempotency_key=idempotencyKey,
        **_worded(value, writeMode),
        **_about(metadata or {}),
    )
    answer = await submitted(actor, draft=draft)
    return {
        "status": answer.status,
        "memoryId": answer.memory_id,
        "key": answer.name,
        "version": answer.version,
        "duplicate": answer.repeated,
        "reason": answer.reason,
        "mayConflictWith": list(answer.conflicts),
        **_ignored(metadata or {}),
    }


def _worded(value: Any, mode: str) -> dict[str, Any]:
    """A text is a text here; only what is no text, or is to be merged, is kept as JSON."""
    return {"content": value} if isinstance(value, str) and mode != WriteMode.MERGE else {"value": value}


def _mode(mode: str) -> WriteMode:
    if mode not in (WriteMode.REPLACE, WriteMode.MERGE):
        raise ValidationFailed("The write mode is replace or merge.", field="writeMode")
    return WriteMode(mode)


def _about(metadata: Mapping[str, Any]) -> dict[str, Any]:
    source, tags = metadata.get("source", ""), metadata.get("tags")
    if not isinstance(source, str) or not (tags is None or isinstance(tags, list)):
        raise ValidationFailed("The source is a text and tags are a list of texts.", field="metadata")
    return {"source": source, "tags": tags}


def _ignored(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What is not kept is said, not dropped in silence."""
    ignored = sorted(metadata.keys() - _KEPT)
    return {"notKept": ignored} if ignored else {}


@json_answer(title="Recall", hints=READS)
async def memory_recall(
    *,
    query: given.QueryText = None,
    key: AnyKey = None,
    kind: AnyKind = None,
    scope: ScopeIs = None,
    taskId: TaskId = None,
    includePrivate: given.Private = False,
    limit: given.Limit = DEFAULT_LIMIT,
    cursor: given.Cursor = None,
) -> Mapping[str, Any]:
    """Find memories by meaning, words and key, best first; without a query the newest that fit."""
    actor = current_actor()
    page = await found(
        actor,
        query=query,
        names=[key] if key else None,
        kinds=[kind] if kind else None,
        scopes=[scope] if scope else None,
        task_id=taskId,
        private=includePrivate,
        limit=limit,
        cursor=cursor,
    )
    return {
        "memories": [_snapshot(actor, memory) for memory in page.memories],
        "mode": page.mode,
        "nextCursor": page.next_cursor,
    }


def _snapshot(actor: Actor, memory: Remembered) -> dict[str, Any]:
    snapshot = {
        "memoryId": str(memory.memory_id),
        "key": memory.name,
        "value": memory.content if memory.value is None else memory.value,
        "kind": memory.kind,
        "scope": memory.scope,
        "taskId": memory.task_id,
        "sensitivity": memory.sensitivity,
        "status": memory.status,
        "version": memory.version,
        "confidence": memory.confidence,
        "confidenceBasis": memory.basis or None,
        "userConfirmed": memory.user_confirmed,
        "agentId": memory.agent or None,
        "createdAt": shown(memory.created_at, actor.timezone),
        "updatedAt": shown(memory.updated_at, actor.timezone),
        "mayConflictWith": list(memory.may_conflict_with) or None,
        "score": memory.receipt.score if memory.receipt else None,
    }
    return {name: value for name, value in snapshot.items() if value is not None}


@json_answer(title="History", hints=READS)
async def memory_history(
    *,
    memoryId: MemoryId,
    taskId: TaskId = None,
    includePrivate: given.Private = False,
    limit: given.Limit = MAX_PAGE,
) -> Mapping[str, Any]:
    """Every version of one memory and what happened to it, newest first."""
    actor = current_actor()
    life = await _life_of(actor, memory_id=memoryId, task_id=taskId, private=includePrivate, limit=limit)
    return {
        "memoryId": memoryId,
        "key": life.name,
        "versions": [
            {
                "version": each.number,
                "status": each.status,
                "value": each.content,
                "client": each.client,
                "agentId": each.agent,
                "createdAt": shown(each.created_at, actor.timezone),
            }
            for each in life.revisions
        ],
        "events": [
            {"sequence": each.sequence, "type": each.action, "at": shown(each.at, actor.timezone)}
            for each in life.events
        ],
    }


@json_answer(title="Forget", hints=ERASES)
async def memory_forget(
    *,
    memoryId: MemoryId,
    taskId: TaskId = None,
    includePrivate: given.Private = False,
) -> Mapping[str, Any]:
    """Erase a memory with all its versions, only when the user asked for it. Private ones are erased by who
    may see them, whether they are asked for or not.
    """
    receipt = await _gone(current_actor(), memory_id=memoryId, task_id=taskId)
    return {"memoryId": memoryId, "forgotten": receipt.erased, "reason": receipt.reason}


@acting
def _life_of(actor: Actor, *, memory_id: str, task_id: str | None, private: bool, limit: int) -> Any:
    where = place_of(actor, memory_id, field="memoryId", task_id=task_id)
    return history(actor, **where, private=private, limit=limit)


@acting
def _gone(actor: Actor, *, memory_id: str, task_id: str | None) -> Any:
    return forget(actor, **place_of(actor, memory_id, field="memoryId", task_id=task_id))


TOOLS = (
    memory_capabilities,
    memory_remember,
    memory_recall,
    memory_context,
    memory_query,
    memory_history,
    memory_forget,
    memory_handoff_create,
    memory_handoff_resume,
)
