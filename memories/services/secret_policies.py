"""What a workspace does with each kind of secret, and saying otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.secrets.kinds import KINDS, POLICIES, Policy
from memories.services import events
from memories.services.secrets import SAID_OF, policies_of
from memories.services.turns import turn


@dataclass(frozen=True, slots=True)
class KindPolicy:
    """A kind of secret, what it is, what is done with it here, and what would be done otherwise."""

    kind: str
    description: str
    policy: Policy
    usual: Policy


def list_secret_policies(actor: Actor, *, workspace: str | None = None) -> list[KindPolicy]:
    """Every kind that is looked for, in the order of their rank. Raises Forbidden, NotFound."""
    actor.require(Permission.READ)
    chosen = policies_of(access.workspace(access.workspace_id(actor, workspace, Permission.READ)))
    return [
        KindPolicy(
            kind.name, SAID_OF[kind.name], chosen.get(kind.name, POLICIES[kind.name]), POLICIES[kind.name]
        )
        for kind in KINDS
    ]


def set_secret_policies(
    actor: Actor, *, policies: Mapping[str, str], workspace: str | None = None
) -> list[KindPolicy]:
    """Have kinds of secrets refused, redacted, warned of or let through. What is the usual thing is not kept.
    It counts for what is written from now on: a scan looks at what is stored. Raises Forbidden, NotFound,
    ValidationFailed (no such kind, no such policy).
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    wanted = {_kind(kind): _policy(kind, policy) for kind, policy in policies.items()}
    with turn(actor, where, Permission.ADMIN) as writing:
        row = access.workspace(where)
        both = {**policies_of(row), **wanted}
        kept = {kind: policy.value for kind, policy in both.items() if policy != POLICIES[kind]}
        if kept != row.secret_policies:
            row.secret_policies = kept
            row.save(update_fields=["secret_policies"])
            writing.record(events.WORKSPACE_CHANGED, details={"secret_policies": kept})
    return list_secret_policies(actor, workspace=workspace)


def _kind(kind: str) -> str:
    if kind not in POLICIES:
        raise invalid("kind", f"{kind[:40]!r} is no kind of secret that is looked for.")
    return kind


def _policy(kind: str, policy: str) -> Policy:
    if policy not in set(Policy):
        raise invalid(kind, f"What is done with a secret is one of {', '.join(Policy)}.")
    return Policy(policy)
