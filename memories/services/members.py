"""Who works in a workspace, and as what: seeing it, changing it, leaving."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth import get_user_model

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden, NotFound
from continuum.kernel.roles import INVITABLE, Role
from memories import access
from memories.errors import invalid
from memories.models import Membership, Workspace
from memories.services import events
from memories.services.turns import Turn, turn


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a workspace. `called` is the name by which they sign in."""

    id: int
    called: str
    role: Role
    since: datetime


def list_members(actor: Actor, *, workspace: str) -> list[Member]:
    """Who works in the workspace, its owner first. Whoever is in it may know. Raises Forbidden, NotFound."""
    where = access.workspace_id(actor, workspace, Permission.READ)
    guarded = Workspace.objects.filter(pk=where)  # memberships are not, so they are reached through what is
    rows = Membership.objects.filter(workspace_id__in=guarded.values("pk")).select_related("user")
    found = [Member(row.user_id, row.user.get_username(), Role(row.role), row.created_at) for row in rows]
    return sorted(found, key=lambda member: (member.role != Role.OWNER, member.called))


def change_role(actor: Actor, *, workspace: str, member: int, role: str) -> Member:
    """Have a member be something else here, from their next request on. Raises Forbidden, NotFound,
    ValidationFailed (a role that nobody is given), Conflict (the owner).
    """
    where, wanted = access.workspace_id(actor, workspace, Permission.ADMIN), valid_role(role)
    with turn(actor, where, Permission.ADMIN) as writing:
        row = _member(where, member)
        _refuse_the_owner(row)
        if row.role != wanted:
            row.role = wanted
            row.save(update_fields=["role"])
            _record(writing, events.MEMBER_CHANGED, row)
    return Member(row.user_id, row.user.get_username(), wanted, row.created_at)


def remove_member(actor: Actor, *, workspace: str, member: int) -> None:
    """Close the workspace to somebody and all of their connections, from the next request on. What they wrote
    stays. Raises Forbidden, NotFound, Conflict (the owner).
    """
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    with turn(actor, where, Permission.ADMIN) as writing:
        row = _member(where, member)
        _refuse_the_owner(row)
        row.delete()
        _record(writing, events.MEMBER_REMOVED, row)


def leave_workspace(actor: Actor, *, workspace: str) -> None:
    """Give up the way into somebody else's workspace. Raises Forbidden (a connection), NotFound, Conflict
    (the owner hands it over first, or deletes it).
    """
    where = access.workspace_id(actor, workspace, Permission.READ)
    require_person(actor)
    with turn(actor, where, Permission.READ) as writing:
        row = _member(where, actor.user_id)
        _refuse_the_owner(row)
        row.delete()
        _record(writing, events.MEMBER_LEFT, row)


def hand_over(actor: Actor, *, workspace: str, member: int) -> None:
    """Make a member the workspace's owner; who was it becomes an editor. Raises Forbidden (a connection, or
    who is not the owner), NotFound, Conflict (the default workspace, or to oneself).
    """
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    require_person(actor)
    refuse_default(workspace)
    with turn(actor, where, Permission.ADMIN) as writing:
        before, after = _member(where, actor.user_id), _member(where, member)
        if before.role != Role.OWNER:
            raise Forbidden("You handed this workspace over already.")
        if before.pk == after.pk:
            raise Conflict("You own this workspace already.")
        for row, role in ((before, Role.EDITOR), (after, Role.OWNER)):  # one owner, at any moment
            row.role = role
            row.save(update_fields=["role"])
        owned = access.workspace(where)
        owned.owner_id, owned.name = after.user_id, after.name
        owned.save(update_fields=["owner", "name"])
        _record(writing, events.WORKSPACE_HANDED_OVER, after)


def valid_role(role: str) -> Role:
    """A role that somebody can be given. Raises ValidationFailed."""
    if role not in INVITABLE:
        raise invalid("role", f"The role is one of {', '.join(INVITABLE)}.")
    return Role(role)


def require_person(actor: Actor) -> None:
    """Raise Forbidden for a connection: who joins, leaves or hands over is there in person."""
    if not actor.person:
        raise Forbidden("Only a person who is signed in may do this.")


def refuse_default(workspace: str) -> None:
    """Raise Conflict: everything that one reads is read together with one's default workspace."""
    if workspace == DEFAULT_WORKSPACE:
        raise Conflict("The default workspace is yours alone. Make another one to share.")


def names_of(people: set[int]) -> dict[int, str]:
    """What those sign in by who still have an account."""
    rows = get_user_model()._default_manager.filter(pk__in=people)
    return {row.pk: row.get_username() for row in rows}


def people_beside(actor: Actor) -> dict[int, str]:
    """What everybody signs in by who works in one of the actor's workspaces, by their numbers."""
    where = list(actor.workspaces.values())
    rows = Membership.objects.filter(workspace_id__in=where).select_related("user")
    return {row.user_id: row.user.get_username() for row in rows}


def _member(where: UUID, person: int) -> Membership:
    row = Membership.objects.select_related("user").filter(workspace_id=where, user_id=person).first()
    if row is None:
        raise NotFound("Nobody of this number is in this workspace.")
    return row


def _refuse_the_owner(row: Membership) -> None:
    if row.role == Role.OWNER:
        raise Conflict("This is the owner. A workspace has one: hand it over first, or delete it.")


def _record(writing: Turn, action: str, row: Membership) -> None:
    writing.record(action, details={"member": row.user_id, "role": str(row.role)})
