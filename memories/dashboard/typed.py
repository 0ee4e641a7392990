"""What comes out of addresses and forms as text, as what it is meant to be; None for what it is not."""

from __future__ import annotations

from uuid import UUID

MOST_DIGITS = 9
NOBODYS = UUID(int=0)
"""The id of nothing: what is asked for by it is not there."""


def as_number(typed: str) -> int | None:
    plain = typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS
    return int(typed) if plain else None


def as_id(typed: str) -> UUID | None:
    try:
        return UUID(typed)
    except ValueError:
        return None
