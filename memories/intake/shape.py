"""The shape of a draft: every field in its one spelling, or a clear word about the field that cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils import timezone

from continuum.kernel.actor import Actor
from memories.errors import invalid
from memories.models import Basis, RecallTier, Scope, Sensitivity, Trust
from memories.services.changes import CLEARABLE
from memories.services.drafts import Draft, WriteMode
from memories.services.recall_tier import tier_called
from memories.text.errors import TextError
from memories.text.names import valid_name, valid_slug, valid_tags
from memories.text.normalise import clean

MAX_DESCRIPTION = 500
MAX_SOURCE = 500
MAX_KEY = 200
MAX_SUPERSEDED = 50
LIMITS = {"description": MAX_DESCRIPTION, "source": MAX_SOURCE}
"""Characters, of the fields that a secret may be taken out of."""

# Kinds whose texts are standing rules unless the writer says otherwise.
RULE_KINDS = frozenset({"guideline", "guidelines", "rule", "rules", "directive", "policy", "instruction"})


def shaped(actor: Actor, draft: Draft) -> Draft:
    """The draft with every field in its stored spelling. Raises ValidationFailed naming the field."""
    kind = _slug("kind", draft.kind)
    return replace(
        draft,
        name=_text("name", draft.name, valid_name),
        description=_short("description", draft.description, MAX_DESCRIPTION),
        kind=kind,
        tags=_text("tags", draft.tags, valid_tags),
        recall_tier=_tier(draft.recall_tier, kind),
        sensitivity=_choice("sensitivity", draft.sensitivity, Sensitivity.values),
        trust=_trust(actor, draft.trust),
        source=_short("source", draft.source, MAX_SOURCE) or "",
        supersedes=_superseded(draft),
        clear=_clearable(draft.clear),
        **_scope(actor, draft),
        **_confidence(draft),
        **_checked_moments(draft),
        **_checked_request(draft),
    )


def _text(field: str, value: Any, check: Any) -> Any:
    if value is None:
        return None
    try:
        return check(value)
    except TextError as error:
        raise invalid(field, str(error)) from None


def _slug(field: str, value: str | None) -> str | None:
    folded = value.strip().lower().replace(" ", "_") if value is not None else None
    return _text(field, folded, valid_slug)  # type: ignore[no-any-return]


def _short(field: str, value: str | None, limit: int) -> str | None:
    cleaned = _text(field, value, clean)
    if cleaned is not None and len(cleaned) > limit:
        raise invalid(field, f"The {field} has {len(cleaned)} characters; at most {limit} are kept.")
    return cleaned.strip() if cleaned is not None else None


def _choice(field: str, value: str | None, choices: list[str]) -> str | None:
    if value is not None and value not in choices:
        raise invalid(field, f"The {field} is one of {', '.join(choices)}.")
    return value


def _tier(value: str | None, kind: str | None) -> str | None:
    """The tier under its own name; a rule-like kind without one is always recalled."""
    if value is None:
        return RecallTier.ALWAYS.value if kind in RULE_KINDS else None
    return tier_called(value)


def _trust(actor: Actor, value: str) -> str:
    """Only a person's own words are an owner's words, whatever an agent says of them."""
    if actor.person and value == Trust.AGENT:
        return Trust.OWNER.value
    trust = _choice("trust", value, Trust.values) or Trust.AGENT.value
    return Trust.AGENT.value if trust == Trust.OWNER and not actor.person else trust


def _superseded(draft: Draft) -> tuple[str, ...]:
    if len(draft.supersedes) > MAX_SUPERSEDED:
        raise invalid("supersedes", f"At most {MAX_SUPERSEDED} memories are superseded at once.")
    return tuple(_text("supersedes", name, valid_name) for name in draft.supersedes)


def _clearable(fields: frozenset[str]) -> frozenset[str]:
    if unknown := fields - CLEARABLE:
        raise invalid(
            "clear",
            f"Only {', '.join(sorted(CLEARABLE))} can be cleared, and {len(unknown)} other was named.",
        )
    return fields


def _scope(actor: Actor, draft: Draft) -> dict[str, Any]:
    scope = _choice("scope", draft.scope, Scope.values)
    task_id = _short("task_id", draft.task_id, MAX_KEY) or None
    if scope == Scope.TASK and not task_id:
        raise invalid("task_id", "A memory of scope task needs a task_id.")
    if task_id and scope != Scope.TASK:
        raise invalid("task_id", "A task_id goes with scope task alone.")
    if scope == Scope.AGENT and not actor.agent:
        raise invalid("scope", "This connection has no agent name, so it has no memories of its own.")
    return {"scope": scope, "task_id": task_id}


def _confidence(draft: Draft) -> dict[str, Any]:
    if (draft.confidence is None) != (draft.basis is None):
        raise invalid("confidence", "A confidence and its basis come together.")
    if draft.confidence is not None and not 0 <= draft.confidence <= 1:
        raise invalid("confidence", "A confidence is a number from 0 to 1.")
    if draft.basis == Basis.USER_ASSERTED and not draft.user_confirmed:
        raise invalid("basis", "user_asserted needs user_confirmed.")
    return {"basis": _choice("basis", draft.basis, Basis.values)}


def _checked_moments(draft: Draft) -> dict[str, Any]:
    fields = ("source_date", "expires_at", "check_by", "valid_from", "valid_until")
    moments: dict[str, Any] = {field: getattr(draft, field) for field in fields}
    for field, moment in moments.items():
        if moment is not None and moment.tzinfo is None:
            raise invalid(field, "A moment needs its offset from UTC, as in 2026-11-30T09:00:00+01:00.")
    if draft.expires_at is not None and draft.expires_at <= timezone.now():
        raise invalid("expires_at", "This moment has passed: the memory would be over before it is written.")
    if draft.valid_from and draft.valid_until and draft.valid_from >= draft.valid_until:
        raise invalid("valid_until", "What is true from a moment on cannot end before it.")
    return moments


def _checked_request(draft: Draft) -> dict[str, Any]:
    if draft.expected_version is not None and draft.expected_version < 0:
        raise invalid("expected_version", "A version is 0 (create only) or more.")
    if draft.write_mode is not WriteMode.REPLACE and draft.name is None:
        raise invalid("name", f"To {draft.write_mode} to a memory, name it.")
    return {"idempotency_key": _short("idempotency_key", draft.idempotency_key, MAX_KEY) or None}
