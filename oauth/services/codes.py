"""Authorization codes: given once, exchanged once, and what a second exchange costs."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from continuum.kernel.shown_once import digest_of
from oauth.limits import CODE_LIFETIME, KEEP_CODES
from oauth.models import AuthorizationCode, Client, Connection
from oauth.services import account_events
from oauth.services.pairs import Pair, issue_pair, locked_connection, revoke_family


def keep_code(
    code: str,
    *,
    connection: Connection,
    redirect_uri: str,
    permissions: Sequence[str],
    resource: str,
    challenge: str,
) -> None:
    """Remember what this code stands for, by its hash. Sweeps away those that are long over."""
    now = timezone.now()
    AuthorizationCode.objects.filter(expires_at__lt=now - KEEP_CODES).delete()
    AuthorizationCode.objects.create(
        connection=connection,
        digest=digest_of(code),
        redirect_uri=redirect_uri,
        permissions=list(permissions),
        resource=resource,
        challenge=challenge,
        expires_at=now + CODE_LIFETIME,
    )


def find_code(code: str, *, client: Client) -> AuthorizationCode | None:
    """The code, if this client can still exchange it. One that was exchanged before takes back what it gave:
    somebody else has seen it (OAuth 2.1, section 4.1.3).
    """
    found = _of_client(client).filter(digest=digest_of(code)).first()
    if found is None:
        return None
    if found.used_at is not None:
        revoke_family(found.family, connection_id=found.connection_id, why=account_events.REPLAYED)
        return None
    return found if found.expires_at > timezone.now() and found.connection.is_open else None


def redeem_code(code: str, *, client: Client) -> Pair:
    """Exchange the code for the first pair of its family. Of two at once one is served, and both lose what
    it got. Raises Unauthorized.
    """
    if (found := find_code(code, client=client)) is not None:
        with transaction.atomic():
            account_events.take_turn(found.connection.user_id)
            connection = locked_connection(found.connection_id)
            fresh = AuthorizationCode.objects.filter(pk=found.pk, used_at=None)
            if connection is not None and connection.is_open and fresh.update(used_at=timezone.now()):
                pair = issue_pair(
                    connection,
                    family=found.family,
                    permissions=found.permissions,
                    resource=found.resource,
                )
                account_events.record(connection.user_id, account_events.CONNECTED, subject=connection.key)
                return pair
            revoke_family(found.family, connection_id=found.connection_id, why=account_events.REPLAYED)
    raise Unauthorized("This code was exchanged before, has expired, or never was one.")


def _of_client(client: Client) -> QuerySet[AuthorizationCode]:
    rows = AuthorizationCode.objects.filter(connection__client=client)
    return rows.select_related("connection__user", "connection__client")
