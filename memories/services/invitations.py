"""Links that let somebody into a workspace: made, taken back, followed. Good once, for seven days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, NotFound, Unauthorized
from continuum.kernel.roles import Role
from continuum.kernel.shown_once import digest_of, new_secret
from memories import access
from memories.models import Handoff, Membership, Memory, Sensitivity, WorkspaceInvitation
from memories.services import events
from memories.services.members import names_of, refuse_default, require_person, valid_role
from memories.services.secrets import refuse_secrets
from memories.services.turns import turn
from memories.services.workspaces import valid_name
from memories.text.normalise import forgiving

LIFETIME = timedelta(days=7)
MOST_OPEN = 100  # in one workspace
_NOTE = WorkspaceInvitation._meta.get_field("note").max_length
_OVER = "This invitation was used, withdrawn, has expired, or never was one."


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation that was just made; the secret of its link is told this once."""

    invitation: WorkspaceInvitation
    secret: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What a link leads to: a workspace as its owner calls it, as what, and who invites ("" when gone)."""

    id: UUID
    workspace_id: UUID
    workspace: str
    role: Role
    invited_by: str
    expires_at: datetime


def invite_member(actor: Actor, *, workspace: str, role: str, note: str = "") -> Invited:
    """A link that makes one person a member as `role`; `note` says for whom it is. Raises Forbidden,
    NotFound, ValidationFailed, Conflict (the default workspace; too many; something private is in it),
    SecretRefused.
    """
    where, wanted = access.workspace_id(actor, workspace, Permission.ADMIN), valid_role(role)
    refuse_default(access.workspace_name(actor, where))
    kept = " ".join(forgiving(note).split())[:_NOTE]
    refuse_secrets({}, note=kept)
    secret = new_secret()
    with turn(actor, where, Permission.ADMIN) as writing:
        rows = WorkspaceInvitation.objects.filter(workspace_id=where)
        rows.filter(expires_at__lte=writing.now).delete()
        if rows.count() >= MOST_OPEN:
            raise Conflict(f"At most {MOST_OPEN} invitations are open at once. Withdraw some first.")
        _refuse_private(where)
        row = WorkspaceInvitation.objects.create(
            workspace_id=where,
            digest=digest_of(secret),
            role=wanted,
            note=kept,
            user_id=actor.user_id,
            expires_at=writing.now + LIFETIME,
        )
        details = {"invitation": str(row.pk), "role": wanted.value}
        writing.record(events.MEMBER_INVITED, details=details)
    return Invited(row, secret)


def list_invitations(actor: Actor, *, workspace: str) -> QuerySet[WorkspaceInvitation]:
    """Those that can still be accepted, newest first. Raises Forbidden, NotFound."""
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    rows = WorkspaceInvitation.objects.filter(workspace_id=where, expires_at__gt=timezone.now())
    return rows.order_by("-created_at", "-pk")


def withdraw_invitation(actor: Actor, *, workspace: str, invitation_id: UUID) -> None:
    """Take a link back before somebody follows it. Raises Forbidden, NotFound."""
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        gone, _ = WorkspaceInvitation.objects.filter(workspace_id=where, pk=invitation_id).delete()
        if not gone:
            raise NotFound("No open invitation with this id here.", invitation=str(invitation_id))
        writing.record(events.INVITATION_WITHDRAWN, details={"invitation": str(invitation_id)})


def find_offer(secret: str) -> Offer | None:
    """What the link with this secret leads to, for whoever follows it; None when it leads nowhere now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, workspace_id, workspace, role, invited_by, expires_at FROM continuum_invitation(%s)",
            [digest_of(secret)],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    pk, where, workspace, role, invited_by, expires_at = row
    inviter = names_of({invited_by}).get(invited_by, "")
    return Offer(pk, where, workspace, Role(role), inviter, expires_at)


def accept_invitation(actor: Actor, *, secret: str, name: str | None = None) -> str:
    """Make the person who follows the link a member; says what they call the workspace now: `name`, or what
    its owner calls it.

    Of two at once, one succeeds. Raises Unauthorized (the link is over), Forbidden (a connection), Conflict
    (they are in it already, or call another workspace so: then they choose a name), ValidationFailed.
    """
    require_person(actor)
    offer = find_offer(secret)
    if offer is None:
        raise Unauthorized(_OVER)
    if offer.workspace_id in actor.workspaces.values():
        raise Conflict("You are in this workspace already.")
    called = valid_name(name or offer.workspace)
    if called in actor.workspaces:
        raise _taken(called)
    joining = actor.joining(called, offer.workspace_id)
    with access.acting(joining), turn(joining, offer.workspace_id, Permission.READ) as writing:
        gone, _ = WorkspaceInvitation.objects.filter(
            workspace_id=writing.workspace, pk=offer.id, expires_at__gt=writing.now
        ).delete()
        if not gone:
            raise Unauthorized(_OVER)
        _join(actor.user_id, offer, called)
        details = {"invitation": str(offer.id), "member": actor.user_id, "role": offer.role.value}
        writing.record(events.MEMBER_JOINED, details=details)
    return called


def _join(person: int, offer: Offer, called: str) -> None:
    """Within a turn. What is private in the workspace keeps others out, by name of the constraint."""
    try:
        with transaction.atomic():
            Membership.objects.create(
                workspace_id=offer.workspace_id, name=called, user_id=person, role=offer.role
            )
    except IntegrityError as error:
        about = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
        if about == "membership_once_per_user":
            raise Conflict("You are in this workspace already.") from None
        if about == "membership_name_once_per_user":
            raise _taken(called) from None
        raise


def _taken(called: str) -> Conflict:
    return Conflict(
        f"You have a workspace called {called} already. Choose another name for this one.", name=called
    )


def _refuse_private(where: UUID) -> None:
    """Who joins reads all of it: nothing private may be in it then (memories/sql/members.sql)."""
    private = Sensitivity.PRIVATE
    memories = Memory.objects.filter(workspace_id=where, sensitivity=private).count()
    handoffs = Handoff.objects.filter(workspace_id=where, sensitivity=private).count()
    if memories or handoffs:
        raise Conflict(
            "Something private is in this workspace, and whoever joins it would read it: "
            f"{memories} memories, {handoffs} handoffs. Move them to a workspace of yours, make them "
            "public or forget them first; the archived ones too.",
            memories=memories,
            handoffs=handoffs,
        )
