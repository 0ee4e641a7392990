"""The guide is text too: it enters by intake like any other."""

from __future__ import annotations

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.intake.plain_text import kept_text
from memories.services.guide import Guide, write_guide

MAX_GUIDE = 32_000  # characters; every agent reads it whole


def save_guide(
    actor: Actor, *, text: str, workspace: str | None = None, expected_number: int | None = None
) -> Guide:
    """Put new words to agents in force. Raises Forbidden, NotFound, ValidationFailed, SecretRefused and
    VersionConflict.
    """
    actor.require(Permission.ADMIN)
    where = access.workspace_id(actor, workspace, Permission.ADMIN)
    kept = kept_text(actor, text, field="text", where=where, most=MAX_GUIDE)
    if not kept:
        raise invalid("text", "A guide has words. To go back to the shipped ones, load the default.")
    return write_guide(actor, text=kept, workspace=workspace, expected_number=expected_number)
