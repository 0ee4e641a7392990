"""Names of things that a person gives: text too, and it enters by intake like any other."""

from __future__ import annotations

from collections.abc import Sequence

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.intake.plain_text import kept_text
from memories.models import Entity
from memories.services import merging
from memories.text.claims.claim import LONGEST_NAME, key_of


def rename_entity(actor: Actor, *, name: str, new_name: str, workspace: str | None = None) -> Entity:
    """Call a thing by another name; see services.merging. Raises what that does, and ValidationFailed,
    Excluded and SecretRefused for the name.
    """
    actor.require(Permission.REVIEW)
    kept = _kept(actor, new_name, workspace)
    return merging.rename_entity(actor, name=name, new_name=kept, workspace=workspace)


def split_entity(
    actor: Actor,
    *,
    name: str,
    new_name: str | None = None,
    memories: Sequence[str] | None = None,
    workspace: str | None = None,
) -> Entity:
    """Take a merge back, or, with a new name and memories, have the name mean another thing in those; see
    services.merging. Raises what that does, and what `rename_entity` does for the name.
    """
    actor.require(Permission.REVIEW)
    if new_name is None:
        if memories:
            raise invalid("new_name", "What the name means in these memories needs a name of its own.")
        return merging.split_entity(actor, name=name, workspace=workspace)
    kept = _kept(actor, new_name, workspace)
    return merging.part_entity(
        actor, name=name, new_name=kept, memories=list(memories or ()), workspace=workspace
    )


def _kept(actor: Actor, name: str, workspace: str | None) -> str:
    where = access.workspace_id(actor, workspace, Permission.REVIEW)
    kept = " ".join(kept_text(actor, name, field="new_name", where=where, most=LONGEST_NAME).split())
    if not key_of(kept):
        raise invalid("new_name", "A name has letters or digits.")
    return kept
