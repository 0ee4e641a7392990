"""Who may make an account here."""

from __future__ import annotations

from enum import StrEnum


class SignUp(StrEnum):
    """Nobody but by the operator's hand, who was invited, or anybody whose address can be verified."""

    CLOSED = "closed"
    INVITE = "invite"
    OPEN = "open"
