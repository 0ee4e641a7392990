"""What tools answer that gather: context packs, handoffs, questions that were looked into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from mcp_gateway.answers import Answer


class Packed(Answer):
    """What is in a context pack, or was left out of it."""

    what: str
    name: str
    workspace: str
    version: int
    tokens: int
    reasons: tuple[str, ...] = ()
    may_conflict_with: tuple[str, ...] = ()


class ContextPack(Answer):
    """Whole items under a budget of tokens, counted over `context`."""

    context: str
    items: tuple[Packed, ...]
    omitted: tuple[Packed, ...] = ()
    budget: Mapping[str, Any]
    retrieval: Mapping[str, Any] = {}


class HandedOver(Answer):
    """That a task was handed over."""

    handoff_id: str
    task_id: str
    duplicate: bool = False


class Handoff(Answer):
    """Where a task stands."""

    handoff_id: str
    task_id: str
    state: str
    progress: str
    summary: str
    decisions: tuple[str, ...] = ()
    next_actions: tuple[str, ...] = ()
    ruled_out: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    memories: tuple[Mapping[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    workspace: str
    agent: str = ""
    addressee: str = ""
    created_at: str
    expires_at: str | None = None


class Resumed(Answer):
    """A handoff to go on with, if there is one."""

    status: Annotated[str, Field(description="ready, taken, expired or not_found")]
    handoff: Handoff | None = None
    waiting: int = 0


class Investigated(Answer):
    """What a question led to."""

    status: Annotated[str, Field(description="sufficient, partial or insufficient")]
    reasons: Annotated[tuple[str, ...], Field(description="What the evidence lacks.")] = ()
    fallback: Annotated[tuple[str, ...], Field(description="What was given up on.")] = ()
    plan: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    evidence: tuple[Mapping[str, Any], ...]
    history: tuple[Mapping[str, Any], ...] = ()
    context: Annotated[str, Field(description="The evidence, packed.")] = ""
    budget: Mapping[str, Any]
