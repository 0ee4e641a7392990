"""Opaque cursors, bound to the question they belong to."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core import signing

from memories.errors import invalid

_SALT = "continuum.cursor"


def fingerprint_of(asked: Any) -> str:
    """A short hash of all that a question asks for: numbers, texts, lists of them; others by their text."""
    written = json.dumps(asked, default=str, sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:24]


def cursor_for(fingerprint: str, position: Any) -> str:
    return signing.dumps([fingerprint, position], salt=_SALT, compress=True)


def position_in(cursor: str | None, fingerprint: str) -> Any:
    """Where the cursor points, None without one; ValidationFailed for one that is broken or of another
    question.
    """
    if cursor is None:
        return None
    try:
        bound_to, position = signing.loads(cursor, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise invalid("cursor", "This cursor is damaged. Start again without one.") from None
    if bound_to != fingerprint:
        raise invalid("cursor", "This cursor belongs to another question. Repeat the question it came with.")
    return position
