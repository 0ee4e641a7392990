"""Secrets on their way in: refused, taken out, or told of, kind by kind as the workspace says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from continuum.kernel.errors import SecretRefused
from memories.errors import invalid
from memories.models import Workspace
from memories.secrets.kinds import KINDS, POLICIES, Policy
from memories.secrets.nested import NestedTooDeep
from memories.secrets.policy import Hit, screen
from memories.services.drafts import Draft

SCREENED = ("content", "value", "name", "description", "tags", "source", "kind", "task_id")
SAID_OF = {kind.name: kind.description for kind in KINDS}
NAMES = frozenset({"name", "tags", "kind", "task_id"})


def policies_of(workspace: Workspace) -> dict[str, Policy]:
    """What the workspace says of each kind of secret, where it says anything else than the default."""
    chosen = workspace.secret_policies
    return {kind: Policy(policy) for kind, policy in chosen.items() if kind in POLICIES}


def without_secrets(draft: Draft, policies: Mapping[str, Policy]) -> Draft:
    """The draft without what is to be taken out. Raises SecretRefused: it names the kind, not the secret."""
    given: dict[str, Any] = {field: getattr(draft, field) for field in SCREENED if getattr(draft, field)}
    if "tags" in given:
        given["tags"] = list(given["tags"])
    try:
        found = screen(given, policies, names=NAMES)
    except NestedTooDeep as error:
        raise invalid("value", str(error)) from None
    if found.refused:
        raise refusal(found.refused[0], kinds=[hit.kind for hit in found.refused])
    return replace(draft, **found.fields) if found.redacted else draft


def refusal(hit: Hit, *, kinds: list[str]) -> SecretRefused:
    return SecretRefused(
        f"The {hit.field} holds what looks like a secret ({SAID_OF[hit.kind]}). It was not kept: "
        "say where the secret is stored, not what it is.",
        field=hit.field,
        kinds=sorted(set(kinds)),
    )
