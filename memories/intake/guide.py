"""The guide is text too: it enters by intake like any other."""

from __future__ import annotations

from continuum.kernel.actor import Actor, Permission
from memories import access
from memories.errors import invalid
from memories.services.guide import Guide, write_guide
from memories.text.errors import TextError
from memories.text.normalise import clean

MAX_GUIDE = 32_000  # characters; every agent reads it whole


def save_guide(
    actor: Actor, *, text: str, workspace: str | None = None, expected_number: int | None = None
) -> Guide:
    """Put new words to agents in force. Raises Forbidden, NotFound, ValidationFailed, SecretRefused and
    VersionConflict.
    """
    actor.require(Permission.ADMIN)
    access.workspace_id(actor, workspace)
    return write_guide(actor, text=_kept(text), workspace=workspace, expected_number=expected_number)


def _kept(text: str) -> str:
    try:
        kept = clean(text)
    except TextError as error:
        raise invalid("text", str(error)) from None
    if not kept.strip():
        raise invalid("text", "A guide has words. To go back to the shipped ones, load the default.")
    if len(kept) > MAX_GUIDE:
        raise invalid("text", f"The guide has {len(kept):,} characters; at most {MAX_GUIDE:,} are kept.")
    return kept
