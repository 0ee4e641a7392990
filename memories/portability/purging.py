"""Starting over: everything that a person owns here goes, their account stays."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import Forbidden
from memories import access
from memories.errors import invalid
from memories.services.turns import time_to_wait
from memories.services.workspaces import delete_owned_workspaces, ensure_default_workspace, owned_workspaces


@dataclass(frozen=True, slots=True)
class Purged:
    """What went: by name, the workspaces, and how many memories were in them."""

    workspaces: tuple[str, ...]
    memories: int


def purge(actor: Actor, *, confirm: str) -> Purged:
    """Erase every workspace that the person owns, with all versions, events and settings; an empty default
    one, as careful as the old one was, takes their place. `confirm` is the word `purge`.

    A backup that was made before brings it all back, on the person's own word: this is no forgetting. Raises
    Forbidden (only a person who is here), ValidationFailed.
    """
    if not actor.person:
        raise Forbidden("Only a person who is signed in can have everything erased.")
    if confirm != "purge":
        raise invalid("confirm", "This cannot be undone. Say confirm: purge.")
    owned = owned_workspaces(actor)
    with transaction.atomic():
        time_to_wait()
        with access.acting(actor):
            mode = access.workspace(actor.workspaces[DEFAULT_WORKSPACE]).mode
        delete_owned_workspaces(actor)
        ensure_default_workspace(actor, mode=mode)
    return Purged(tuple(each.name for each in owned), sum(each.memories for each in owned))
