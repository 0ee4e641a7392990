"""Laying down and taking back the rows that decide about writes."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import NotFound
from continuum.kernel.ids import new_id
from memories import access
from memories.errors import invalid
from memories.models import Policy, Trust
from memories.services import events
from memories.services.policy import Action
from memories.services.secrets import policies_of, refuse_secrets
from memories.services.turns import turn
from memories.text.errors import TextError
from memories.text.names import valid_slug
from memories.text.normalise import clean

MAX_CLIENT = 200


def list_policies(actor: Actor, *, workspace: str | None = None) -> QuerySet[Policy]:
    """The rows of one workspace or, without a name, of all of the actor's."""
    actor.require(Permission.READ)
    where = access.workspace_ids(actor, workspace, Permission.READ)
    return Policy.objects.filter(workspace_id__in=where).order_by("created_at", "pk")


def set_policy(
    actor: Actor,
    *,
    decision: str,
    workspace: str | None = None,
    client: str = "",
    kind: str = "",
    trust: str = "",
    action: str = "",
) -> Policy:
    """Have writes that fit these conditions stored, proposed or refused; an empty condition fits anything.

    There is one row for the same conditions: setting it again changes its decision. Raises Forbidden,
    NotFound (the workspace), ValidationFailed and SecretRefused naming the field.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    conditions = {
        "client": _client(client),
        "kind": _kind(kind),
        "trust": _one_of("trust", trust, Trust.values),
        "action": _one_of("action", action, list(Action)),
    }
    refuse_secrets(policies_of(access.workspace(where)), client=conditions["client"], kind=conditions["kind"])
    if decision not in Policy.Decision.values:
        raise invalid("decision", f"The decision is one of {', '.join(Policy.Decision.values)}.")
    with turn(actor, where, Permission.ADMIN) as writing:
        row, _ = Policy.objects.update_or_create(
            workspace_id=where,
            **conditions,
            defaults={"decision": decision},
            create_defaults={"id": new_id(), "decision": decision},
        )
        writing.record(events.POLICY_SET, details={"policy": str(row.pk), "decision": decision})
    return row


def delete_policy(actor: Actor, *, policy_id: UUID) -> None:
    """Take a row back. Raises Forbidden, NotFound."""
    actor.require(Permission.ADMIN)
    row = Policy.objects.filter(pk=policy_id, workspace_id__in=list(actor.workspaces.values())).first()
    if row is None:
        raise _no_such_policy()
    with turn(actor, row.workspace_id, Permission.ADMIN) as writing:
        deleted, _ = Policy.objects.filter(workspace_id=writing.workspace, pk=policy_id).delete()
        if not deleted:
            raise _no_such_policy()
        writing.record(events.POLICY_DELETED, details={"policy": str(policy_id)})


def _no_such_policy() -> NotFound:
    return NotFound("No such policy here.")


def _client(client: str) -> str:
    try:
        kept = clean(client).strip()
    except TextError as error:
        raise invalid("client", str(error)) from None
    if len(kept) > MAX_CLIENT:
        raise invalid("client", f"A client has at most {MAX_CLIENT} characters.")
    return kept


def _kind(kind: str) -> str:
    try:
        return valid_slug(kind, what="kind") if kind else ""
    except TextError as error:
        raise invalid("kind", str(error)) from None


def _one_of(field: str, value: str, choices: list[str]) -> str:
    if value and value not in choices:
        raise invalid(field, f"The {field} is empty or one of {', '.join(choices)}.")
    return value
