"""What staff takes away from people, who find it among the events of their account."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Model

from oauth.services import account_events

Told = tuple[int, str, str]
"""A person's id, the event that it is to them, and its subject."""


def take_away(row: Model, *, told: Iterable[Told]) -> None:
    """Delete a row, and tell the people whom it concerned."""
    with transaction.atomic():
        concerned = sorted(told)
        for user_id, _, _ in concerned:
            account_events.take_turn(user_id)
        row.delete()
        for user_id, action, subject in concerned:
            account_events.record(user_id, action, subject=subject, details={"by": "staff"})
