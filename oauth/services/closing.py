"""Closing an account: everything that is its person's goes, and nothing that it opened ever opens again.

Keys, codes and connections are rows of the person and go with them; their ids are never given out again, so
that no later account, of whatever name or address, comes to be meant by what is left elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.errors import Conflict
from memories import access
from memories.portability.transfers import discard_transfers
from memories.services.workspaces import (
    OwnedWorkspace,
    delete_owned_workspaces,
    leave_workspaces,
    owned_workspaces,
    ways_in,
)
from oauth.models import User
from oauth.services import account_events
from oauth.services.sessions import end_sessions

LEAVING = "leaving"


def what_goes(user: User) -> list[OwnedWorkspace]:
    """The workspaces that would be erased with the account, and how many others use each."""
    return owned_workspaces(_leaving(user))


def close_account(user: User, *, shared: Iterable[str] = ()) -> None:
    """Erase the person with their workspaces, sessions, tokens and connections, at once and for good.

    Workspaces that others use must be named in `shared`: raises Conflict, naming one that is not, and then
    nothing is erased.
    """
    with transaction.atomic():
        _take_turns(user)
        # Whatever is being given to the person just now waits for this, and then finds nobody.
        person = User.objects.select_for_update().get(pk=user.pk)
        actor = _leaving(person)
        with access.acting(actor):
            _refuse_unnamed(owned_workspaces(actor), set(shared))
            delete_owned_workspaces(actor)
            leave_workspaces(actor)
            end_sessions(person)
            account_events.record(person.pk, account_events.CLOSED)
            discard_transfers(person.pk)
            person.delete()


def _take_turns(user: User) -> None:
    """The turns of what is theirs, then their own: the order that everybody keeps."""
    actor = _leaving(user)
    with access.acting(actor):
        for workspace in sorted(actor.workspaces.values()):
            access.lock_workspace(workspace)
    account_events.take_turn(user.pk)


def _leaving(person: User) -> Actor:
    """The person as they go, even if their account was switched off before."""
    ways = ways_in(person.pk)
    return Actor(
        user_id=person.pk,
        client=LEAVING,
        workspaces=ways.workspaces,
        roles=ways.roles,
        permissions=EVERYTHING,
        person=True,
        private=True,
    )


def _refuse_unnamed(owned: Iterable[OwnedWorkspace], named: set[str]) -> None:
    for workspace in owned:
        if workspace.others and workspace.name not in named:
            raise Conflict(
                f"Others use your workspace {workspace.name}. It is erased for them too only if you say so.",
                workspace=workspace.name,
            )
