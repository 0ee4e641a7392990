"""Texts that are kept and are no memory: the guide, a batch's label, a handoff. They are screened like any
other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
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

Words = str | list[str]
"""A text, or several."""


def kept_text(actor: Actor, text: str, *, field: str, where: UUID, most: int) -> str:
    """The text as it is kept in the workspace, at most so many characters. Raises ValidationFailed and
    SecretRefused, naming the field, and Excluded for what was forgotten, unless a person says it.
    """
    kept: str = kept_words(actor, {field: text}, where=where, most={field: most})[field]
    return kept


def kept_words(
    actor: Actor,
    given: Mapping[str, Words],
    *,
    where: UUID,
    most: Mapping[str, int],
    names: Collection[str] = (),
) -> dict[str, Any]:
    """The same of several fields, each a text or a list of texts of at most so many characters; those in
    `names` cannot have a secret taken out and are refused.
    """
    cleaned = {field: _each(words, field, most[field]) for field, words in given.items()}
    if not actor.person:
        _refuse_forgotten(cleaned, Exclusions(where))
    found = screen(cleaned, policies_of(access.workspace(where)), names=names)
    if found.refused:
        raise refusal(found.refused)
    for field, words in found.fields.items():
        for text in _texts(words):
            _within(field, text, most[field])  # what stands in a secret's place may be longer than that was
    return found.fields


def _each(words: Words, field: str, most: int) -> Words:
    if isinstance(words, str):
        return _cleaned(field, words, most)
    return [_cleaned(field, text, most) for text in words]


def _cleaned(field: str, text: str, most: int) -> str:
    try:
        return _within(field, clean(text).strip(), most)
    except TextError as error:
        raise invalid(field, str(error)) from None


def _refuse_forgotten(given: Mapping[str, Words], exclusions: Exclusions) -> None:
    for words in given.values():
        if any(exclusions.hold(content_hash(text)) for text in _texts(words)):
            raise forgotten_text()


def _texts(words: Words) -> list[str]:
    return [words] if isinstance(words, str) else words


def _within(field: str, text: str, most: int) -> str:
    if len(text) > most:
        raise _too_long(field, text, most)
    return text


def _too_long(field: str, text: str, most: int) -> ValidationFailed:
    return invalid(field, f"The {field} has {len(text):,} characters; at most {most:,} are kept.")
