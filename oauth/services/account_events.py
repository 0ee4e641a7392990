"""The chain of events of an account: put down with what it tells of, walked, and cleared away in time.

The end of the chain is the person's turn: a verb that records an event and locks other rows of theirs takes
it first (`take_turn`), so that no two of them, nor the closing of the account, can wait for each other. Only
workspaces' turns come before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from memories.services.chains import (
    CUT_OFF,
    EVENTS_AT_ONCE,
    BrokenLink,
    Head,
    Walked,
    hash_of,
    walk_along,
)
from memories.services.purposes import RETENTION, purpose
from oauth.models import AccountChain, AccountEvent, User

# The past tense: an event is something that happened.
OPENED: Final = "account.opened"
CLOSED: Final = "account.closed"
SIGNED_IN: Final = "account.signed_in"
SIGN_IN_LIMITED: Final = "account.sign_in_limited"
PASSWORD_CHANGED: Final = "account.password_changed"  # noqa: S105 - the name of an event
ADDRESS_ADDED: Final = "account.address_added"
ADDRESS_REMOVED: Final = "account.address_removed"
PASSKEY_ADDED: Final = "account.passkey_added"
PASSKEY_REMOVED: Final = "account.passkey_removed"
APP_ADDED: Final = "account.app_added"
APP_REMOVED: Final = "account.app_removed"
CODES_MADE: Final = "account.codes_made"
CODES_REMOVED: Final = "account.codes_removed"
TOKEN_ISSUED: Final = "token.issued"  # noqa: S105
TOKEN_REVOKED: Final = "token.revoked"  # noqa: S105
GRANTED: Final = "connection.granted"
DENIED: Final = "connection.denied"
CONNECTED: Final = "connection.connected"
NARROWED: Final = "connection.narrowed"
REVOKED: Final = "connection.revoked"
LEFT: Final = "connection.left"
REPLAYED: Final = "connection.replayed"
CLEANED_UP: Final = "retention.cleaned_up"


def record(
    user_id: int, action: str, *, subject: str = "", details: Mapping[str, Any] | None = None
) -> AccountEvent:
    """Put an event at the end of the person's chain, in the transaction of what it tells of. `details` holds
    ids, numbers and codes only.
    """
    with transaction.atomic():
        head = _locked(user_id)
        event = AccountEvent(
            user_id=user_id,
            sequence=head.sequence + 1,
            at=timezone.now(),
            action=action,
            subject=subject,
            details=dict(details or {}),
            previous_hash=head.hash,
        )
        event.hash = link_hash(event)
        event.save(force_insert=True)
        AccountChain.objects.filter(pk=user_id).update(sequence=event.sequence, hash=event.hash)
    return event


def take_turn(user_id: int) -> None:
    """Be the only one who gives to or takes from this person, until the transaction ends."""
    _locked(user_id)


def list_account_events(user: User) -> QuerySet[AccountEvent]:
    """What happened to the person's account, newest first."""
    return AccountEvent.objects.filter(user_id=user.pk).order_by("-sequence")


def with_names(rows: QuerySet[AccountEvent]) -> QuerySet[AccountEvent]:
    """The same with the name of each one's person in `person_name`; None where the account is closed."""
    return rows.annotate(person_name=Subquery(User.objects.filter(pk=OuterRef("user_id")).values("username")))


def link_hash(event: AccountEvent) -> str:
    """SHA-256 over the canonical JSON of the event and the hash before it."""
    return hash_of(
        [
            event.previous_hash,
            event.user_id,
            event.sequence,
            event.at.isoformat(),
            event.action,
            event.subject,
            event.details,
        ]
    )


# --- Walking


def every_account_chain() -> list[tuple[int, str]]:
    """The people who have a chain, by id, with their names; those of closed accounts have none."""
    known = dict(User.objects.values_list("pk", "username"))
    chains = AccountChain.objects.order_by("pk").values_list("pk", flat=True)
    return [(user_id, known.get(user_id, "")) for user_id in chains]


def verify_account_events(user_id: int) -> Walked:
    """Check every link of the person's chain, its head, and the anchor that clean-ups left."""
    walked = walk_along(_with_head(user_id), link_hash=link_hash, cleaned_up=CLEANED_UP)
    head = AccountChain.objects.filter(pk=user_id).first()
    if walked.broken is None and not walked.events and head is not None and head.sequence:
        return Walked(broken=BrokenLink(head.sequence, CUT_OFF))
    return walked


def _with_head(user_id: int) -> Iterator[tuple[AccountEvent, Head]]:
    head = AccountChain.objects.filter(pk=user_id)
    rows = AccountEvent.objects.filter(user_id=user_id).order_by("sequence")
    seen = rows.annotate(
        head_sequence=Subquery(head.values("sequence")), head_hash=Subquery(head.values("hash"))
    )
    for event in seen.iterator(chunk_size=EVENTS_AT_ONCE):
        yield event, (event.head_sequence, event.head_hash)


# --- Clearing away


def clean_up_account_events() -> int:
    """Remove the oldest stretch of every chain that is past the limit of the installation's events; how many
    events that were. The event of this clean-up keeps the hash where the stretch ended.
    """
    days = settings.RETENTION_DAYS["events"]
    if not days:
        return 0
    before = timezone.now() - timedelta(days=days)
    first = AccountEvent.objects.order_by("user_id", "sequence").distinct("user_id")
    old = [event.user_id for event in first if event.at < before]
    return sum(_clean_up(user_id, before) for user_id in old)


def _clean_up(user_id: int, before: Any) -> int:
    with transaction.atomic(), purpose(RETENTION):
        head = _locked(user_id)
        chain = AccountEvent.objects.filter(user_id=user_id)
        kept = chain.filter(at__gte=before).order_by("sequence").first()
        end = (kept.sequence - 1, kept.previous_hash) if kept else (head.sequence, head.hash)
        removed, _ = chain.filter(sequence__lte=end[0]).delete()
        if kept is None and not User.objects.filter(pk=user_id).exists():
            head.delete()  # of a closed account nothing is left to tell
        elif removed:
            checkpoint = {"sequence": end[0], "hash": end[1]}
            record(user_id, CLEANED_UP, details={"events": removed, "checkpoint": checkpoint})
    return removed


def _locked(user_id: int) -> AccountChain:
    """The end of the chain, held until the transaction ends; made on first need."""
    chains = AccountChain.objects.select_for_update()
    found = chains.filter(pk=user_id).first()
    if found is None:
        AccountChain.objects.bulk_create([AccountChain(user_id=user_id)], ignore_conflicts=True)
        found = chains.get(pk=user_id)
    return found
