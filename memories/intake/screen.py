"""Screening: what a text is, whether it may come in, and what stands next to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from continuum.kernel.actor import Actor
from memories.errors import invalid
from memories.intake.secrets import without_secrets
from memories.intake.shape import shaped
from memories.secrets.policy import Policy
from memories.services.contents import within_limit, written_out
from memories.services.drafts import Draft, Piece, Screened
from memories.services.exclusions import Exclusions, forgotten_text
from memories.services.pieces import pieces_of
from memories.services.secrets import refuse_secrets
from memories.text.errors import TextError
from memories.text.names import name_from
from memories.text.normalise import clean, content_hash
from memories.text.sources import named_source

MAX_JSON_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Clean:
    """A draft that may come in: every field in its stored spelling, the text that will be kept, the hash of
    its normal form (empty for a text of nothing), and the passages it will be found by.
    """

    draft: Draft
    text: str
    content_hash: str
    pieces: Sequence[Piece]

    @classmethod
    def of(cls, item: Screened) -> Clean:
        """What was screened before, to be looked at again."""
        return cls(draft=item.draft, text=item.text, content_hash=item.content_hash, pieces=item.pieces)


def cleaned(actor: Actor, exclusions: Exclusions, draft: Draft, secrets: Mapping[str, Policy]) -> Clean:
    """Raises ValidationFailed for what cannot be kept, SecretRefused and Excluded for what must not."""
    if draft.kind:
        refuse_secrets(secrets, kind=draft.kind)  # in small letters it would no longer be seen
    tidy = without_secrets(shaped(actor, draft), secrets)
    text = _text(tidy)
    found = content_hash(text)
    if not actor.person and exclusions.hold_any([found, *_hashes_beside(tidy)]):
        raise forgotten_text()
    named = {"name": tidy.name or name_from(text), "description": tidy.description or ""}
    pieces = pieces_of(text, source=tidy.source or "", **named)
    return Clean(draft=tidy, text=text, content_hash=found, pieces=pieces)


def _hashes_beside(draft: Draft) -> list[str]:
    """Of the other texts that come along: what was forgotten comes back in none of them, neither in a source
    with a client's name behind it nor within a value.
    """
    beside = (draft.description, draft.source, named_source(draft.source), *_texts_within(draft.value))
    return [content_hash(text) for text in dict.fromkeys(beside) if text]


def _texts_within(value: Any) -> Iterator[str]:
    """Every text that a JSON value holds, keys too."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one


def _text(draft: Draft) -> str:
    """The text as it is kept. Raises ValidationFailed for one that is empty, too long or unstorable."""
    if (draft.content is None) == (draft.value is None):
        raise invalid("content", "Give either content (a text) or value (any JSON).")
    raw = draft.content if draft.content is not None else written_out(_keepable(draft.value))
    text = _cleaned("content", raw)
    if not text.strip():
        raise invalid("content", "There is no text to remember.")
    return within_limit(text)


def _keepable(value: Any, depth: int = 0) -> Any:
    """The value itself, unless something in it cannot be kept as JSON or would fail half-way."""
    if depth > MAX_JSON_DEPTH:
        raise invalid("value", f"The JSON is nested deeper than {MAX_JSON_DEPTH} levels.")
    if isinstance(value, float) and not math.isfinite(value):
        raise invalid("value", "JSON has no number for infinity or for what is not a number.")
    if isinstance(value, str):
        _cleaned("value", value)
    children = (
        [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    for child in children:
        _keepable(child, depth + 1)
    return value


def _cleaned(field: str, text: str) -> str:
    try:
        return clean(text)
    except TextError as error:
        raise invalid(field, str(error)) from None
