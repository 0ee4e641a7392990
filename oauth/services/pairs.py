"""Access and refresh tokens: issued in pairs, kept as hashes, rotated, and revoked by the family.

A refresh token gives the next pair once. Shown again within REFRESH_WINDOW it gives the same pair, since
clients refresh from several processes at once and answers get lost; shown later it has been copied, and the
whole family ends. Between the two the next pair is kept sealed under the token that asks for it
(docs/adr/0017).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from continuum.kernel.shown_once import digest_of, new_secret
from oauth.limits import ACCESS_LIFETIME, KEEP_PAIRS, REFRESH_LIFETIME, REFRESH_WINDOW
from oauth.models import Client, Connection, TokenPair
from oauth.models.connection import connection_key
from oauth.services import account_events
from oauth.services.sealing import seal, unseal

ACCESS_PREFIX, REFRESH_PREFIX = "cta_", "ctr_"
SUCCESSOR = "continuum refresh successor"
NO_GOOD = "This refresh token is unknown, expired or revoked."


@dataclass(frozen=True, slots=True)
class Pair:
    """What a client is told: both tokens, the seconds left to the access token, the permissions granted."""

    access: str
    refresh: str
    expires_in: int
    permissions: tuple[str, ...]


def issue_pair(connection: Connection, *, family: UUID, permissions: Sequence[str], resource: str) -> Pair:
    """A fresh pair of this family."""
    now = timezone.now()
    access, refresh = new_secret(ACCESS_PREFIX), new_secret(REFRESH_PREFIX)
    row = TokenPair.objects.create(
        connection=connection,
        family=family,
        permissions=list(permissions),
        resource=resource,
        access_digest=digest_of(access),
        access_expires_at=now + ACCESS_LIFETIME,
        refresh_digest=digest_of(refresh),
        refresh_expires_at=now + REFRESH_LIFETIME,
    )
    return _told(row, access, refresh, now)


def find_refreshable(refresh: str, *, client: Client) -> TokenPair | None:
    """The pair of this client's refresh token, if it still gives another. Finding that it was copied ends
    its family.
    """
    found = _of_client(client).filter(refresh_digest=digest_of(refresh)).first()
    if found is None or not _is_open(found, timezone.now()):
        return None
    if _was_copied(found, timezone.now()):
        revoke_family(found.family, connection_id=found.connection_id, why=account_events.REPLAYED)
        return None
    return found


def refresh_pair(refresh: str, *, client: Client) -> Pair:
    """The next pair; for callers within the window of each other, the same one. Raises Unauthorized."""
    known = find_refreshable(refresh, client=client)
    if known is None:
        raise Unauthorized(NO_GOOD)
    with transaction.atomic():
        locked_connection(known.connection_id)
        found, now = _of_client(client).get(pk=known.pk), timezone.now()
        if not _is_open(found, now) or _was_copied(found, now):
            raise Unauthorized(NO_GOOD)
        return _next(found, refresh, now) if found.used_at is None else _again(found, refresh, now)


def locked_connection(connection_id: int) -> Connection | None:
    """The connection, held until the transaction ends: the first lock of whatever issues or revokes, but for
    the person's turn, so that nothing is issued behind a revocation's back and two of them cannot deadlock.
    """
    rows = Connection.objects.select_related("user", "client")
    return rows.select_for_update(of=("self",), no_key=True).filter(pk=connection_id).first()


def revoke_family(family: UUID, *, connection_id: int, why: str) -> None:
    """End every pair that follows from one code, from the next request on. `why` is the event that this is to
    the person, if anything ended.
    """
    person = Connection.objects.filter(pk=connection_id).values_list("user_id", flat=True).first()
    if person is None:
        return
    with transaction.atomic():
        account_events.take_turn(person)
        locked_connection(connection_id)
        if end_pairs(TokenPair.objects.filter(family=family)):
            account_events.record(person, why, subject=connection_key(connection_id))


def end_pairs(pairs: QuerySet[TokenPair]) -> int:
    """End these pairs for good; how many there were to end. Their connection is locked by the caller."""
    return pairs.filter(revoked_at=None).update(revoked_at=timezone.now(), successor=None)


def revoke_token_of(token: str, *, client: Client) -> None:
    """End the family of a token of this client; of any other token, nothing (RFC 7009)."""
    digest = digest_of(token)
    either = Q(access_digest=digest) | Q(refresh_digest=digest)
    for pair in TokenPair.objects.filter(either, connection__client=client):
        revoke_family(pair.family, connection_id=pair.connection_id, why=account_events.LEFT)


def open_pairs() -> QuerySet[TokenPair]:
    """Every pair whose access token opens something, with connection, client and user."""
    return TokenPair.objects.select_related("connection__user", "connection__client").filter(
        access_expires_at__gt=timezone.now(),
        revoked_at=None,
        connection__revoked_at=None,
        connection__user__is_active=True,
    )


def _of_client(client: Client) -> QuerySet[TokenPair]:
    return TokenPair.objects.select_related("connection__user").filter(connection__client=client)


def _is_open(pair: TokenPair, now: datetime) -> bool:
    return pair.connection.is_open and pair.revoked_at is None and pair.refresh_expires_at > now


def _was_copied(pair: TokenPair, now: datetime) -> bool:
    return pair.used_at is not None and pair.used_at <= now - REFRESH_WINDOW


def _next(used: TokenPair, refresh: str, now: datetime) -> Pair:
    """Give the next pair, and leave it to be read by who shows the same token again."""
    made = issue_pair(
        used.connection, family=used.family, permissions=used.permissions, resource=used.resource
    )
    sealed = seal(json.dumps([made.access, made.refresh]), under=refresh, purpose=SUCCESSOR)
    TokenPair.objects.filter(pk=used.pk).update(used_at=now, successor=sealed)
    _tidy(used.connection, now)
    return made


def _again(used: TokenPair, refresh: str, now: datetime) -> Pair:
    """The pair that was given for this token already."""
    if used.successor is None:
        raise Unauthorized(NO_GOOD)
    access, following = json.loads(unseal(bytes(used.successor), under=refresh, purpose=SUCCESSOR))
    row = TokenPair.objects.select_related("connection").get(refresh_digest=digest_of(following))
    return _told(row, access, following, now)


def _told(row: TokenPair, access: str, refresh: str, now: datetime) -> Pair:
    left = max(0, round((row.access_expires_at - now).total_seconds()))
    granted = [each for each in row.permissions if each in row.connection.permissions]
    return Pair(access, refresh, left, tuple(granted))


def _tidy(connection: Connection, now: datetime) -> None:
    """Let go of sealed pairs whose window is over, and of pairs that are long over."""
    of_connection = TokenPair.objects.filter(connection=connection)
    of_connection.filter(used_at__lte=now - REFRESH_WINDOW).exclude(successor=None).update(successor=None)
    of_connection.filter(refresh_expires_at__lt=now - KEEP_PAIRS).delete()
