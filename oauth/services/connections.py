"""Connections: what a person lets a client do, and taking it back."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, ValidationFailed
from memories import access
from memories.intake.again import undo_client_writes
from memories.models import Mode
from memories.services.undoing import Undone
from oauth.models import AuthorizationCode, Client, Connection, TokenPair
from oauth.models.connection import connection_key
from oauth.services import account_events
from oauth.services.offers import PERMISSIONS, TOOLSETS, clash
from oauth.services.pairs import end_pairs, locked_connection
from oauth.services.tokens import NOTE_USE_EVERY


def grant_connection(
    actor: Actor,
    *,
    client: Client,
    permissions: Iterable[str],
    toolsets: Iterable[str],
    mode: str,
    workspaces: Iterable[str] = (),
    every_workspace: bool = False,
) -> Connection:
    """Let a client in, as far as this says; what it was granted before no longer holds.

    Tokens of an earlier consent stay good within the new limits, those of a revoked one stay dead. Raises
    Forbidden (only a person who is here lets somebody in), ValidationFailed naming the field.
    """
    if not actor.person:
        raise Forbidden("Only a person who is signed in can let a client in.")
    granted = {
        "permissions": _some("permissions", permissions, PERMISSIONS),
        "toolsets": _together(_some("toolsets", toolsets, TOOLSETS)),
        "mode": _mode(mode),
        "every_workspace": every_workspace,
        "workspaces": [] if every_workspace else _workspaces(actor, workspaces),
    }
    with transaction.atomic():
        account_events.take_turn(actor.user_id)
        connection, _ = Connection.objects.update_or_create(
            user_id=actor.user_id,
            client=client,
            defaults={**granted, "granted_at": timezone.now(), "revoked_at": None},
        )
        _record(connection, account_events.GRANTED)
    return connection


def deny_client(actor: Actor, *, client: Client) -> None:
    """Note that the person did not let a client in. Raises Forbidden: only a person who is here decides."""
    if not actor.person:
        raise Forbidden("Only a person who is signed in can turn a client away.")
    account_events.record(actor.user_id, account_events.DENIED, subject=f"client:{client.pk}")


def usual_mode(actor: Actor) -> str:
    """What a new connection is offered first: as the person's default workspace treats agents."""
    default = actor.workspaces.get(DEFAULT_WORKSPACE)
    return str(access.workspace(default).mode) if default else Mode.REVIEW.value


def list_connections(actor: Actor) -> QuerySet[Connection]:
    """The person's connections that still open something, those used last first. Raises Forbidden."""
    actor.require(Permission.ADMIN)
    live = TokenPair.objects.filter(
        connection=OuterRef("pk"), revoked_at=None, used_at=None, refresh_expires_at__gt=timezone.now()
    )
    return _of_person(actor).filter(Exists(live), revoked_at=None)


def get_connection(actor: Actor, *, connection_id: int) -> Connection:
    """One of the person's connections, revoked ones included. Raises Forbidden, NotFound."""
    actor.require(Permission.ADMIN)
    found = _of_person(actor).filter(pk=connection_id).first()
    if found is None:
        raise NotFound("You have no such connection.", connection=connection_id)
    return found


def narrow_connection(
    actor: Actor,
    *,
    connection_id: int,
    permissions: Iterable[str] | None = None,
    toolsets: Iterable[str] | None = None,
    workspaces: Iterable[str] | None = None,
    mode: str | None = None,
) -> Connection:
    """Leave a connection less than it has, from its next request on. What is not given stays.

    More than it has takes the person's consent again: raises ValidationFailed for that, Forbidden, NotFound.
    """
    get_connection(actor, connection_id=connection_id)
    with transaction.atomic():
        account_events.take_turn(actor.user_id)
        connection = locked_connection(connection_id)
        if connection is None:
            raise NotFound("You have no such connection.", connection=connection_id)
        if permissions is not None:
            connection.permissions = _some("permissions", permissions, connection.permissions)
        if toolsets is not None:
            connection.toolsets = _some("toolsets", toolsets, connection.toolsets)
        if workspaces is not None:
            _leave(connection, _workspaces(actor, workspaces))
        if mode is not None:
            connection.mode = _as_careful(connection, _mode(mode))
        connection.save(update_fields=["permissions", "toolsets", "every_workspace", "workspaces", "mode"])
        _record(connection, account_events.NARROWED)
    return connection


def revoke_connection(actor: Actor, *, connection_id: int) -> None:
    """End a connection with everything it was given, from its next request on. Again changes nothing.

    Raises Forbidden, NotFound.
    """
    get_connection(actor, connection_id=connection_id)
    with transaction.atomic():
        account_events.take_turn(actor.user_id)
        locked_connection(connection_id)
        open_still = Connection.objects.filter(pk=connection_id, revoked_at=None)
        ended = open_still.update(revoked_at=timezone.now())
        AuthorizationCode.objects.filter(connection_id=connection_id).delete()
        end_pairs(TokenPair.objects.filter(connection_id=connection_id))
        if ended:
            subject = connection_key(connection_id)
            account_events.record(actor.user_id, account_events.REVOKED, subject=subject)


def undo_writes(actor: Actor, *, connection_id: int, last: int, workspace: str | None = None) -> Undone:
    """Undo the connection's last writes in a workspace; a revoked one's too. What somebody changed since
    stays, and the answer says so. Raises Forbidden, NotFound, ValidationFailed.
    """
    connection = get_connection(actor, connection_id=connection_id)
    return undo_client_writes(actor, client=connection.key, last=last, workspace=workspace)


def note_connection_use(connection: Connection) -> None:
    """Keep when the connection was last used, to the minute."""
    now = timezone.now()
    if connection.last_used_at is None or connection.last_used_at <= now - NOTE_USE_EVERY:
        Connection.objects.filter(pk=connection.pk).update(last_used_at=now)


def _record(connection: Connection, action: str) -> None:
    """What the connection may do from now on, in ids and codes."""
    details = {
        "permissions": connection.permissions,
        "toolsets": connection.toolsets,
        "mode": str(connection.mode),
        "workspaces": "all"
        if connection.every_workspace
        else sorted(str(each) for each in connection.workspaces),
    }
    account_events.record(connection.user_id, action, subject=connection.key, details=details)


def _of_person(actor: Actor) -> QuerySet[Connection]:
    rows = Connection.objects.filter(user_id=actor.user_id).select_related("client", "user")
    return rows.order_by(F("last_used_at").desc(nulls_last=True), "-pk")


def _some(field: str, wanted: Iterable[str], known: Iterable[str]) -> list[str]:
    """What is wanted, in our order: at least one, and all of it known."""
    asked, order = {str(each) for each in wanted}, [str(each) for each in known]
    if not asked or asked - set(order):
        raise ValidationFailed(f"At least one out of {', '.join(order)}.", field=field)
    return [each for each in order if each in asked]


def _together(toolsets: list[str]) -> list[str]:
    if told := clash(toolsets):
        raise ValidationFailed(told, field="toolsets")
    return toolsets


def _workspaces(actor: Actor, names: Iterable[str]) -> list[UUID]:
    wanted = list(names)
    if unknown := [name for name in wanted if name not in actor.workspaces]:
        raise ValidationFailed(f"There is no workspace called {unknown[0][:40]!r}.", field="workspaces")
    if not wanted:
        raise ValidationFailed("At least one workspace.", field="workspaces")
    return sorted({actor.workspaces[name] for name in wanted})


def _leave(connection: Connection, wanted: list[UUID]) -> None:
    if not connection.every_workspace and set(wanted) - set(connection.workspaces):
        raise ValidationFailed("A connection can only be narrowed here.", field="workspaces")
    connection.every_workspace, connection.workspaces = False, wanted


def _mode(mode: str) -> str:
    if mode not in Mode.values:
        raise ValidationFailed(f"The mode is one of {', '.join(Mode.values)}.", field="mode")
    return mode


def _as_careful(connection: Connection, wanted: str) -> str:
    if wanted == Mode.AUTO and connection.mode == Mode.REVIEW:
        raise ValidationFailed("A connection can only be narrowed here.", field="mode")
    return wanted
