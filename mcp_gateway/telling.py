"""From what verbs return to what tools answer. Pure; times are shown in the actor's zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from continuum.kernel.actor import Actor
from mcp_gateway import answers
from mcp_gateway.limits import BEGINNING, LEAST_TEXT, PAGE_TEXT
from mcp_gateway.moments import shown
from memories import access
from memories.models import Memory
from memories.recall import answers as recalls
from memories.recall.reading import Happening, History, Version
from memories.services.drafts import Answer
from memories.services.removal import Receipt
from memories.services.workspaces import Place

_SAME = (
    "name",
    "workspace",
    "status",
    "version",
    "kind",
    "description",
    "tags",
    "recall",
    "scope",
    "sensitivity",
)
_MORE = (
    *("task_id", "trust", "source", "confidence", "basis", "user_confirmed", "client", "agent"),
    *("may_conflict_with", "links", "broken_links", "backlinks"),
)
_MOMENTS = (
    "source_date",
    "created_at",
    "updated_at",
    "archived_at",
    "expires_at",
    "check_by",
    "valid_from",
    "valid_until",
)


def written(answer: Answer) -> answers.Written:
    return answers.Written(
        status=answer.status.value,
        name=answer.name,
        workspace=answer.workspace,
        version=answer.version,
        found_by=answer.found_by,
        memory_id=answer.memory_id,
        revision_id=answer.revision_id,
        reason=answer.reason,
        similar=tuple(answer.similar),
        may_conflict_with=tuple(answer.conflicts),
        duplicate=answer.repeated,
    )


def recalled(actor: Actor, page: recalls.Recalled, *, whole: bool) -> answers.Recalled:
    """A page with its receipts. Long texts are cut to keep it readable, unless the `whole` is wanted."""
    allowance = None if whole else allowed(len(page.memories))
    return answers.Recalled(
        memories=tuple(found(actor, memory, allowance) for memory in page.memories),
        mode=page.mode,
        mode_reason=page.mode_reason,
        candidates=page.candidates,
        still_indexing=page.still_indexing,
        next_cursor=page.next_cursor,
        explanation=None if page.explanation is None else asdict(page.explanation),
    )


def allowed(texts: int) -> int:
    """How many characters each of several texts may take in one answer."""
    return max(LEAST_TEXT, PAGE_TEXT // max(1, texts))


def found(actor: Actor, memory: recalls.Remembered, allowance: int | None) -> answers.Found:
    same = {field: getattr(memory, field) for field in _SAME + _MORE}
    times = {field: shown(getattr(memory, field), actor.timezone) for field in _MOMENTS}
    why = memory.receipt
    told = {"value": memory.value} if _fits(memory, allowance) else _cut(memory.content, allowance)
    return answers.Found.model_validate(
        {**same, **times, **told, "receipt": None if why is None else answers.Why(**asdict(why))}
    )


def _fits(memory: recalls.Remembered, allowance: int | None) -> bool:
    """JSON is told as JSON, but for one that is too long: it is cut like any text."""
    return memory.value is not None and (allowance is None or len(memory.content) <= allowance)


def _cut(text: str, allowance: int | None) -> dict[str, str | int]:
    if allowance is None or len(text) <= allowance:
        return {"content": text}
    return {"content": text[:allowance], "length": len(text)}


def listed(actor: Actor, page: recalls.Recalled) -> answers.Listed:
    return answers.Listed(
        memories=tuple(_line(actor, memory) for memory in page.memories), next_cursor=page.next_cursor
    )


def _line(actor: Actor, memory: recalls.Remembered) -> answers.Line:
    same = {field: getattr(memory, field) for field in _SAME}
    times = {field: shown(getattr(memory, field), actor.timezone) for field in ("updated_at", "archived_at")}
    begins = " ".join(memory.content[: 2 * BEGINNING].split())[:BEGINNING]
    return answers.Line.model_validate({**same, **times, "description": memory.description or begins})


def history(actor: Actor, life: History) -> answers.History:
    allowance = allowed(len(life.revisions))
    return answers.History(
        name=life.name,
        workspace=life.workspace,
        version=life.version,
        revisions=tuple(_version(actor, version, allowance) for version in life.revisions),
        events=tuple(_happening(actor, event) for event in life.events),
    )


def _version(actor: Actor, version: Version, allowance: int) -> answers.Version:
    same = ("number", "status", "description", "trust", "source", "client", "agent")
    moments = ("created_at", "decided_at", "retired_at")
    return answers.Version.model_validate(
        {
            "revision_id": str(version.revision_id),
            **{field: getattr(version, field) for field in same},
            **{field: shown(getattr(version, field), actor.timezone) for field in moments},
            **_cut(version.content, allowance),
        }
    )


def _happening(actor: Actor, event: Happening) -> answers.Happening:
    return answers.Happening(
        at=shown(event.at, actor.timezone) or "",
        action=event.action,
        client=event.client,
        agent=event.agent,
        revision_id=str(event.revision_id) if event.revision_id else None,
        details=event.details,
    )


def gone(receipt: Receipt) -> answers.Gone:
    return answers.Gone(**asdict(receipt))


def changed(actor: Actor, memory: Memory, *, reason: str = "") -> answers.Changed:
    return answers.Changed(
        name=memory.name,
        workspace=access.workspace_name(actor, memory.workspace_id),
        version=memory.version,
        recall=memory.recall_tier,
        archived_at=shown(memory.archived_at, actor.timezone),
        reason=reason,
    )


def places(rows: Sequence[Place]) -> answers.Workspaces:
    lines = [answers.WorkspaceLine(name=row.name, mode=row.mode, role=row.role.value) for row in rows]
    return answers.Workspaces(workspaces=tuple(lines))
