"""Whose memories are taken along: a person's own workspaces, or, for who runs the installation, all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from uuid import UUID

from django.contrib.auth import get_user_model

from continuum.kernel.actor import EVERYTHING, Actor, Permission
from continuum.kernel.errors import Forbidden
from memories.models import Membership, Role
from memories.services.workspaces import every_workspace

OPERATOR = "command"


@dataclass(frozen=True, slots=True)
class Vault:
    """The workspaces that are taken along as one, by id. `owner` is None for a whole installation."""

    owner: int | None
    workspaces: Mapping[UUID, str]


def operator(ids: Iterable[UUID] = ()) -> Actor:
    """Who runs the installation, in these workspaces or in every one: acts by commands alone, through no
    connection.
    """
    wanted = list(ids) or [each.id for each in every_workspace()]
    return Actor(
        user_id=0,
        client=OPERATOR,
        workspaces=MappingProxyType({str(each): each for each in wanted}),
        permissions=EVERYTHING,
        person=True,
        private=True,
    )


def is_operator(actor: Actor) -> bool:
    return actor.client == OPERATOR and actor.user_id == 0


def vault_of(actor: Actor) -> Vault:
    """Raises Forbidden where the actor may not see all of it: a vault is taken along whole or not at all."""
    actor.require(Permission.ADMIN)
    if is_operator(actor):
        return Vault(None, {each.id: each.name for each in every_workspace()})
    if actor.narrowed or not actor.private:
        raise Forbidden(
            "A vault goes as a whole, private memories included; this connection may not read all of it."
        )
    return Vault(actor.user_id, owned_workspaces(actor.user_id))


def owned_workspaces(user_id: int) -> dict[UUID, str]:
    own = Membership.objects.filter(user_id=user_id, role=Role.OWNER).order_by("name")
    return dict(own.values_list("workspace_id", "name"))


def entering(actor: Actor, workspaces: Mapping[UUID, str]) -> Actor:
    """The actor with these workspaces too: called by their ids, which are taken by no name."""
    more = {str(each): each for each in workspaces}
    return replace(actor, workspaces=MappingProxyType({**actor.workspaces, **more}))


def people_by_number(ids: Iterable[int]) -> dict[int, tuple[str, str, str]]:
    """The username, address and time zone of those who have an account."""
    rows = get_user_model()._default_manager.filter(pk__in=list(ids)).order_by("pk")
    return {row.pk: (row.get_username(), row.email, row.timezone) for row in rows}


def people_by_name(usernames: Iterable[str]) -> dict[str, int]:
    rows = get_user_model()._default_manager.filter(username__in=list(usernames))
    return {row.get_username(): row.pk for row in rows}


def make_person(username: str, *, email: str, timezone: str) -> int:
    """An account nobody can sign in to with a password yet: by mail, or by a link of who runs this."""
    people = get_user_model()._default_manager
    made = people.create_user(username, email=email or None, password=None, timezone=timezone)
    return int(made.pk)
