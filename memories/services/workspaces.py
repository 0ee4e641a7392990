"""Making, renaming and deleting workspaces, and knowing who may enter which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from continuum.kernel.errors import Conflict, Forbidden
from continuum.kernel.ids import new_id
from memories import access
from memories.errors import invalid
from memories.models import ChainHead, Membership, Mode, Role, Workspace
from memories.services import events
from memories.services.purposes import PURGE, purpose
from memories.services.secrets import refuse_secrets
from memories.services.turns import Turn, turn
from memories.text.errors import TextError
from memories.text.names import valid_slug
from memories.text.tokens import WORDS_VERSION


def open_workspaces(user_id: int) -> Mapping[str, UUID]:
    """The workspaces a person may enter, by name. Read before there is an actor; memberships are exempt from
    row-level security for this."""
    rows = Membership.objects.filter(user_id=user_id).values_list("name", "workspace_id")
    return MappingProxyType(dict(rows))


@dataclass(frozen=True, slots=True)
class WaysIn:
    """The workspaces that a person may enter, by the name that they call them by, and what they are in each
    that is not theirs, by its id.
    """

    workspaces: Mapping[str, UUID]
    roles: Mapping[UUID, Role]


def ways_in(user_id: int) -> WaysIn:
    """Read before there is an actor, as `open_workspaces`; every Actor of a person is made of this."""
    rows = list(Membership.objects.filter(user_id=user_id).values_list("name", "workspace_id", "role"))
    return WaysIn(
        MappingProxyType({name: where for name, where, _ in rows}),
        MappingProxyType({where: Role(role) for _, where, role in rows if role != Role.OWNER}),
    )


@dataclass(frozen=True, slots=True)
class KnownWorkspace:
    """A workspace as who runs the installation sees it: whose, and called what; nothing of what is in it."""

    id: UUID
    name: str
    owner: str


def every_workspace() -> list[KnownWorkspace]:
    """All workspaces of the installation, by owner and name, for commands that are no person's.

    Read from memberships, which are exempt from row-level security.
    """
    rows = Membership.objects.filter(role=Role.OWNER).select_related("user").order_by("user_id", "name")
    return [KnownWorkspace(row.workspace_id, row.name, row.user.get_username()) for row in rows]


def list_workspaces(actor: Actor) -> QuerySet[Workspace]:
    """The rows of the actor's workspaces, by the name that their owners gave them."""
    actor.require(Permission.READ)
    return Workspace.objects.filter(pk__in=list(actor.workspaces.values())).order_by("name")


@dataclass(frozen=True, slots=True)
class Place:
    """A workspace as the actor's person knows it: what they call it, and what they are there."""

    id: UUID
    name: str
    mode: str
    role: Role
    created_at: datetime


def list_places(actor: Actor) -> list[Place]:
    """The actor's workspaces, by name. Raises Forbidden."""
    return sorted((place_of(actor, row) for row in list_workspaces(actor)), key=lambda place: place.name)


def place_of(actor: Actor, row: Workspace) -> Place:
    """A workspace of the actor's, or one that was just made."""
    name = next((name for name, where in actor.workspaces.items() if where == row.pk), row.name)
    return Place(row.pk, name, row.mode, actor.role_in(row.pk), row.created_at)


def create_workspace(actor: Actor, *, name: str, mode: str | None = None) -> Workspace:
    """A new workspace owned by the actor's user; without a mode it follows the default one's.

    Raises ValidationFailed (name, mode), Conflict (name taken), Forbidden (a connection of some workspaces).
    """
    actor.require(Permission.WRITE)
    if actor.narrowed:
        raise Forbidden("This connection was granted some workspaces only; it cannot make another.")
    name, valid = valid_name(name), _valid_mode(mode or _usual_mode(actor))
    workspace = Workspace(
        id=new_id(), owner_id=actor.user_id, name=name, mode=valid, words_version=WORDS_VERSION
    )
    with access.acting(actor.joining(name, workspace.pk)):
        _insert(actor, workspace)
    return workspace


def _usual_mode(actor: Actor) -> str:
    default = actor.workspaces.get(DEFAULT_WORKSPACE)
    return access.workspace(default).mode if default else Mode.REVIEW


def _insert(actor: Actor, workspace: Workspace) -> None:
    try:
        with transaction.atomic():
            workspace.save(force_insert=True)
            Membership.objects.create(
                workspace=workspace, name=workspace.name, user_id=actor.user_id, role=Role.OWNER
            )
            ChainHead.objects.create(workspace=workspace)
            _record(actor, workspace, events.WORKSPACE_CREATED)
    except IntegrityError:
        raise Conflict(
            f"There is a workspace called {workspace.name} already.", workspace=workspace.name
        ) from None


def ensure_default_workspace(actor: Actor, *, mode: str = Mode.REVIEW) -> UUID:
    """The person's default workspace, made on first need. Two first needs at once end with one workspace."""
    known = open_workspaces(actor.user_id).get(DEFAULT_WORKSPACE)
    if known is not None:
        return known
    try:
        return create_workspace(actor, name=DEFAULT_WORKSPACE, mode=mode).pk
    except Conflict:
        return open_workspaces(actor.user_id)[DEFAULT_WORKSPACE]


def change_workspace(
    actor: Actor, *, workspace: str, name: str | None = None, mode: str | None = None
) -> Workspace:
    """Rename a workspace or set its mode. The default workspace keeps its name."""
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    if name is not None and workspace == DEFAULT_WORKSPACE:
        raise invalid(
            "name", "The default workspace keeps its name: every other one is read together with it."
        )
    try:
        with turn(actor, where, Permission.ADMIN) as writing:
            row = access.workspace(where)
            row.name = valid_name(name) if name is not None else row.name
            row.mode = _valid_mode(mode) if mode is not None else row.mode
            row.save(update_fields=["name", "mode"])
            Membership.objects.filter(workspace_id=where, user_id=row.owner_id).update(name=row.name)
            writing.record(events.WORKSPACE_CHANGED, details={"mode": row.mode})
    except IntegrityError:
        raise Conflict(f"There is a workspace called {name} already.", workspace=name) from None
    return row


def delete_workspace(actor: Actor, *, workspace: str) -> None:
    """Erase a workspace with everything in it, its events included. The default one stays."""
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    if workspace == DEFAULT_WORKSPACE:
        raise invalid("workspace", "The default workspace cannot be deleted; forget its memories instead.")
    _erase(where)


@dataclass(frozen=True, slots=True)
class OwnedWorkspace:
    """A workspace of one's own: how many memories are in it, and how many others may enter it."""

    id: UUID
    name: str
    memories: int
    others: int


def owned_workspaces(actor: Actor) -> list[OwnedWorkspace]:
    """The workspaces that this person owns, by name. Raises Forbidden: a connection."""
    _require_person(actor)
    own = Membership.objects.filter(user_id=actor.user_id, role=Role.OWNER).order_by("name")
    with access.acting(actor):
        return [
            OwnedWorkspace(
                id=row.workspace_id,
                name=row.name,
                memories=access.memories(actor, [row.workspace_id]).count(),
                others=Membership.objects.filter(workspace_id=row.workspace_id)
                .exclude(user_id=actor.user_id)
                .count(),
            )
            for row in own
        ]


def delete_owned_workspaces(actor: Actor) -> None:
    """Erase every workspace of a person who leaves, the default one too. Raises Forbidden: a connection."""
    with transaction.atomic():
        for owned in sorted(owned_workspaces(actor), key=lambda each: each.id):
            _erase(owned.id)


def leave_workspaces(actor: Actor) -> None:
    """Give up the way into other people's workspaces; what was written there stays theirs. Raises Forbidden:
    a connection.
    """
    _require_person(actor)
    rows = Membership.objects.filter(user_id=actor.user_id).exclude(role=Role.OWNER)
    for row in rows.order_by("workspace_id"):
        with turn(actor, row.workspace_id, Permission.READ) as writing:
            row.delete()
            writing.record(events.MEMBER_LEFT, details={"member": actor.user_id})


def _require_person(actor: Actor) -> None:
    actor.require(Permission.ADMIN)
    if not actor.person:
        raise Forbidden("Only a person who is signed in can leave.")


def _erase(where: UUID) -> None:
    with transaction.atomic():
        access.lock_workspace(where)
        with purpose(PURGE):
            access.workspace(where).delete()


def _record(actor: Actor, workspace: Workspace, action: str) -> None:
    writing = Turn(actor, access.lock_workspace(workspace.pk))
    writing.record(action, details={"mode": workspace.mode})
    writing.flush()


def valid_name(name: str) -> str:
    """What a workspace may be called. Raises ValidationFailed, SecretRefused."""
    try:
        slug = valid_slug(name)
    except TextError as error:
        raise invalid("workspace", str(error)) from None
    refuse_secrets({}, workspace=slug)  # by the usual policies: a workspace that is to be has none
    return slug


def _valid_mode(mode: str) -> str:
    if mode not in Mode.values:
        raise invalid("mode", f"The mode is one of {', '.join(Mode.values)}.")
    return mode
