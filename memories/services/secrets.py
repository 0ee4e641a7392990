"""What a workspace says of secrets, and how a text that holds one is turned away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from continuum.kernel.errors import SecretRefused
from memories.models import Workspace
from memories.secrets.finding import Finding
from memories.secrets.kinds import KINDS, POLICIES, Policy
from memories.secrets.nested import Rewriter
from memories.secrets.policy import Hit, screen
from memories.secrets.scan import scan

SAID_OF = {kind.name: kind.description for kind in KINDS}
JOINT_LENGTH = 500  # characters before an appended text that are screened with it
_JOINED = "With what is there already, this makes up a secret. It was not kept."
_REMEMBERED_NAMES = 1_024  # of agents and clients that were looked at


def policies_of(workspace: Workspace) -> dict[str, Policy]:
    """What the workspace says of each kind of secret, where it says anything else than the default."""
    chosen = workspace.secret_policies
    return {kind: Policy(policy) for kind, policy in chosen.items() if kind in POLICIES}


def kept_out(workspace: Workspace) -> frozenset[str]:
    """The kinds of secrets that no stored text of the workspace may hold: those it refuses or redacts."""
    policies = {**POLICIES, **policies_of(workspace)}
    return frozenset(kind for kind, policy in policies.items() if policy in {Policy.REFUSE, Policy.REDACT})


def refusal(hits: Sequence[Hit]) -> SecretRefused:
    """The error for what was found. It names the kind and the field, not the secret."""
    first = hits[0]
    return SecretRefused(
        f"The {first.field} holds what looks like a secret ({SAID_OF[first.kind]}). It was not kept: "
        "say where the secret is stored, not what it is.",
        field=first.field,
        kinds=sorted({hit.kind for hit in hits}),
    )


def refuse_secrets(policies: Mapping[str, Policy], **fields: Any) -> None:
    """Raise SecretRefused where one of the fields, which are names and the like, holds a secret."""
    found = screen(fields, policies, names=fields.keys())
    if found.refused:
        raise refusal(found.refused)


def refuse_joined_text(kinds: Collection[str], whole: str, *, added: str) -> None:
    """Raise SecretRefused for a secret that came in two harmless halves: what is appended is looked at with
    what stands before it, and what ended there already is not its fault.
    """
    joint = whole[-(len(added) + JOINT_LENGTH) :]
    border = len(joint) - len(added)
    if any(found.end > border for found in scan(joint, kinds=kinds)):
        raise SecretRefused(_JOINED, field="content")


def refuse_joined_json(kinds: Collection[str], merged: Any, *, stored: Any) -> None:
    """The same for an object that was merged into the stored one: it may name a value that was harmless."""
    if secrets_in(merged, kinds) - secrets_in(stored, kinds):
        raise SecretRefused(_JOINED, field="value")


def secrets_in(value: Any, kinds: Collection[str]) -> frozenset[tuple[str, str]]:
    """The kind and the letters of each secret in a text or any JSON. Not to be kept or told."""
    found: set[tuple[str, str]] = set()

    def take_down(text: str, findings: list[Finding]) -> str:
        found.update((each.kind, text[each.start : each.end]) for each in findings)
        return text

    Rewriter(take_down, kinds).of(value)
    return frozenset(found)


@lru_cache(maxsize=_REMEMBERED_NAMES)
def refuse_secret_name(name: str) -> None:
    """Raise SecretRefused for an agent or a client that is called by a secret."""
    if scan(name):
        raise SecretRefused("The name of this connection's agent or client is a secret.", field="agent")
