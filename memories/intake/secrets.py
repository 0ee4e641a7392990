"""Secrets on their way in: refused, taken out, or told of, kind by kind as the workspace says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memories.errors import invalid
from memories.intake.shape import LIMITS
from memories.secrets.assignments import assigned_kind
from memories.secrets.kinds import POLICIES
from memories.secrets.nested import NestedTooDeep
from memories.secrets.policy import Hit, Policy, screen
from memories.services.drafts import Draft
from memories.services.secrets import refusal

SCREENED = (
    "content",
    "value",
    "name",
    "description",
    "tags",
    "source",
    "kind",
    "task_id",
    "supersedes",
    "idempotency_key",
)
NAMES = frozenset({"name", "tags", "kind", "task_id", "supersedes", "idempotency_key"})


def without_secrets(draft: Draft, policies: Mapping[str, Policy]) -> Draft:
    """The draft without what is to be taken out. Raises SecretRefused: it names the kind, not the secret;
    and ValidationFailed where a field is too long without its secret.
    """
    given: dict[str, Any] = {field: getattr(draft, field) for field in SCREENED if getattr(draft, field)}
    given |= {field: list(given[field]) for field in ("tags", "supersedes") if field in given}
    try:
        found = screen(given, policies, names=NAMES)
    except NestedTooDeep as error:
        raise invalid("value", str(error)) from None
    if found.refused:
        raise refusal(found.refused)
    _refuse_labelled(given, policies)
    return replace(draft, **_within_limits(found.fields)) if found.redacted else draft


def _refuse_labelled(given: Mapping[str, Any], policies: Mapping[str, Policy]) -> None:
    """A text of one word may be a secret by what its name, its description or a tag calls it."""
    word = given.get("content") or given.get("value")
    if not isinstance(word, str) or len(word.split()) != 1:
        return
    labels = [given.get("name", ""), given.get("description", ""), *given.get("tags", ())]
    for label in filter(None, labels):
        kind = assigned_kind(label, word.strip())
        if kind and {**POLICIES, **policies}[kind] in (Policy.REFUSE, Policy.REDACT):
            raise refusal([Hit("content", kind)])


def _within_limits(fields: dict[str, Any]) -> dict[str, Any]:
    """What stands in a secret's place may be longer than that was."""
    for field, limit in LIMITS.items():
        if len(fields.get(field, "")) > limit:
            raise invalid(
                field, f"With its secrets taken out, the {field} is longer than {limit} characters."
            )
    return fields
