"""A text that is kept and is no memory: the guide, a batch's label. It is screened like any other."""

from __future__ import annotations

from uuid import UUID

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.errors import invalid
from memories.secrets.policy import screen
from memories.services.exclusions import Exclusions, forgotten_text
from memories.services.secrets import policies_of, refusal
from memories.text.errors import TextError
from memories.text.normalise import clean, content_hash


def kept_text(actor: Actor, text: str, *, field: str, where: UUID, most: int) -> str:
    """The text as it is kept in the workspace, at most so many characters. Raises ValidationFailed and
    SecretRefused, naming the field, and Excluded for what was forgotten, unless a person says it.
    """
    try:
        cleaned = clean(text).strip()
    except TextError as error:
        raise invalid(field, str(error)) from None
    if len(cleaned) > most:
        raise _too_long(field, cleaned, most)
    if not actor.person and Exclusions(where).hold(content_hash(cleaned)):
        raise forgotten_text()
    found = screen({field: cleaned}, policies_of(access.workspace(where)))
    if found.refused:
        raise refusal(found.refused)
    kept: str = found.fields[field]
    if len(kept) > most:  # what stands in a secret's place may be longer than that was
        raise _too_long(field, kept, most)
    return kept


def _too_long(field: str, text: str, most: int) -> ValidationFailed:
    return invalid(field, f"The {field} has {len(text):,} characters; at most {most:,} are kept.")
