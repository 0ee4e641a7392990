"""memory_remember and memory_append: text comes in, through intake alone."""

from __future__ import annotations

from typing import Any

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import ValidationFailed
from mcp_gateway import parameters as given
from mcp_gateway.answers import Written
from mcp_gateway.caller import current_actor
from mcp_gateway.declare import ADDS, REPLACES, tool
from mcp_gateway.moments import read_moment
from mcp_gateway.telling import written
from mcp_gateway.threads import acting
from memories.intake.promoting import promote_memory
from memories.intake.submit import submit
from memories.services.drafts import Draft, WriteMode

_STARTS = ("source_date", "valid_from")
_ENDS = ("expires_at", "check_by", "valid_until")

submitted = acting(submit)
promoted = acting(promote_memory)


@tool(title="Remember", hints=REPLACES)
async def memory_remember(
    *,
    content: given.Content = None,
    value: given.Value = None,
    name: given.NewName = None,
    description: given.Description = None,
    kind: given.Kind = None,
    tags: given.Tags = None,
    scope: given.ScopeOf = None,
    task_id: given.TaskId = None,
    recall: given.Tier = None,
    sensitivity: given.SensitivityOf = None,
    workspace: given.WritingTo = None,
    write_mode: given.WriteModeOf = "replace",
    expected_version: given.ExpectedVersion = None,
    supersedes: given.Supersedes = None,
    source: given.Source = "",
    source_date: given.SourceDate = None,
    trust: given.TrustOf = "agent",
    confidence: given.Confidence = None,
    basis: given.BasisOf = None,
    user_confirmed: given.UserConfirmed = False,
    expires_at: given.ExpiresAt = None,
    check_by: given.CheckBy = None,
    valid_from: given.ValidFrom = None,
    valid_until: given.ValidUntil = None,
    clear: given.Clear = None,
    idempotency_key: given.IdempotencyKey = None,
) -> Written:
    """Save one fact, preference, decision or rule so that other agents and later sessions find it.

    One subject each, in full sentences with names and dates. Saving under an existing name writes its next
    version; fields left out keep what they had (the source goes with its text). The answer says what became
    of it.
    """
    actor = current_actor()
    answer = await submitted(actor, draft=draft_from(actor, locals()))
    return written(answer)


@tool(title="Append to a memory", hints=ADDS)
async def memory_append(
    *,
    name: given.Name,
    content: given.Content = None,
    workspace: given.WritingTo = None,
    scope: given.ScopeOf = None,
    task_id: given.TaskId = None,
    source: given.Source = "",
    trust: given.TrustOf = "agent",
    expected_version: given.ExpectedVersion = None,
    idempotency_key: given.IdempotencyKey = None,
) -> Written:
    """Add lines to the end of a memory's text without sending the rest again."""
    actor = current_actor()
    answer = await submitted(actor, draft=draft_from(actor, {**locals(), "write_mode": WriteMode.APPEND}))
    return written(answer)


def draft_from(actor: Actor, arguments: dict[str, Any]) -> Draft:
    """The draft that arguments ask for. Raises ValidationFailed for dates and a write mode that are none."""
    asked = {name: value for name, value in arguments.items() if name != "actor"}
    moments = {field: read_moment(actor, field, asked.get(field)) for field in _STARTS}
    moments |= {field: read_moment(actor, field, asked.get(field), end=True) for field in _ENDS}
    asked |= {
        "recall_tier": asked.pop("recall", None),
        "supersedes": asked.get("supersedes") or (),
        "clear": frozenset(asked.get("clear") or ()),
        "write_mode": _write_mode(asked.get("write_mode", WriteMode.REPLACE)),
    }
    return Draft(**{**asked, **moments})


@tool(title="Propose a memory", hints=ADDS)
async def memory_propose(
    *,
    content: given.Content = None,
    value: given.Value = None,
    name: given.NewName = None,
    description: given.Description = None,
    kind: given.Kind = None,
    tags: given.Tags = None,
    recall: given.Tier = None,
    workspace: given.WritingTo = None,
    supersedes: given.Supersedes = None,
    source: given.Source = "",
    source_date: given.SourceDate = None,
    trust: given.TrustOf = "agent",
    idempotency_key: given.IdempotencyKey = None,
    promote_from: given.PromoteFrom = None,
) -> Written:
    """Offer a text to a person for approval, whatever the workspace's mode: when you are not sure that it
    should be kept, or that it is true.
    """
    actor = current_actor()
    if promote_from is not None:
        promotion = _promotion(name, workspace, content, value)
        return written(await promoted(actor, workspace=promote_from, **promotion))
    del promote_from
    answer = await submitted(actor, draft=draft_from(actor, {**locals(), "propose_only": True}))
    return written(answer)


def _promotion(name: str | None, to: str | None, content: str | None, value: Any) -> dict[str, str]:
    """What `promote_from` goes with: the memory's name, and no text."""
    if name is None or content is not None or value is not None:
        raise ValidationFailed("promote_from takes the name of a memory there, and no text.", field="name")
    return {"name": name, "to": to or DEFAULT_WORKSPACE}


def _write_mode(value: str) -> WriteMode:
    try:
        return WriteMode(value)
    except ValueError:
        raise ValidationFailed("The write mode is replace or merge.", field="write_mode") from None
