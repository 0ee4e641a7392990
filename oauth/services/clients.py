"""Clients that register themselves (RFC 7591): taken as they come, as far as that is safe.

What a client says of itself is a claim. Only where it is sent back to matters; that is looked at here and
shown to the person who decides.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from continuum.kernel.errors import RateLimited, ValidationFailed
from continuum.kernel.shown_once import digest_of, new_secret
from oauth.limits import (
    MAX_CLIENT_NAME,
    MAX_CLIENT_URI,
    MAX_REDIRECT_URIS,
    MAX_UNUSED_CLIENTS,
    REGISTRATIONS_PER_HOUR,
    UNUSED_CLIENT_LIFETIME,
)
from oauth.models import Client
from oauth.redirects import is_acceptable

PUBLIC = "none"
WITH_SECRET = ("client_secret_basic", "client_secret_post")
SECRET_PREFIX = "ccs_"  # noqa: S105 - how one begins
OFFERED_GRANTS = ("authorization_code", "refresh_token")
_ONE_AT_A_TIME = 4_017_366_212_785_553_410
"""Any fixed number that no other lock of the database has."""
_NETWORK_BITS = 64  # of an IPv6 address: one household, many addresses


@dataclass(frozen=True, slots=True)
class Registered:
    """A new client; `secret` is empty for a public one and never shown again."""

    client: Client
    secret: str
    auth_method: str


def register_client(metadata: Mapping[str, Any], *, address: str, from_page: bool = False) -> Registered:
    """A new client from the metadata it sent, from this network address. What pages of the web register is
    counted by itself (`from_page`), so that no page which somebody visits can use up what programs need.

    Unknown grant types, scopes and members are passed over, redirect addresses that nobody is sent to are
    left out. Raises ValidationFailed (redirect_uris, grant_types), RateLimited.
    """
    uris = _redirect_uris(metadata.get("redirect_uris"))
    _require_code_grant(metadata.get("grant_types"))
    sweep_unused_clients()
    origin = _origin_of(address, from_page=from_page)
    method = _auth_method(metadata.get("token_endpoint_auth_method"))
    secret = "" if method == PUBLIC else new_secret(SECRET_PREFIX)
    client = Client(
        name=_line(metadata.get("client_name"), MAX_CLIENT_NAME),
        client_uri=_home(metadata.get("client_uri")),
        redirect_uris=" ".join(uris),
        client_type=Client.CLIENT_PUBLIC if method == PUBLIC else Client.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Client.GRANT_AUTHORIZATION_CODE,
        client_secret=digest_of(secret) if secret else "",
        hash_client_secret=False,  # it is a hash already, of 256 random bits
        registration_source=Client.RegistrationSource.DCR,
        registered_from=origin,
    )
    with transaction.atomic():
        _take_place(origin)
        client.save(force_insert=True)
    return Registered(client, secret, method)


def find_client(client_id: str) -> Client | None:
    """The client of this id; nothing that Postgres cannot hold is one."""
    if "\x00" in client_id:
        return None
    return Client.objects.filter(client_id=client_id).first()


def sweep_unused_clients() -> int:
    """Remove the clients that nobody let in within a day; how many they were. One with a connection stays."""
    before = timezone.now() - UNUSED_CLIENT_LIFETIME
    unused = Client.objects.filter(connections=None, created__lt=before)
    return unused.exclude(registration_source=Client.RegistrationSource.MANUAL).delete()[0]


def _take_place(origin: str) -> None:
    """Within the transaction that adds a client: whoever adds another waits for its end, so that no two take
    the last place.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])
    lately = timezone.now() - timedelta(hours=1)
    from_there = Client.objects.filter(registered_from=origin, created__gt=lately).count()
    waiting = Client.objects.filter(
        connections=None, registration_source=Client.RegistrationSource.DCR
    ).count()
    if from_there >= REGISTRATIONS_PER_HOUR or waiting >= MAX_UNUSED_CLIENTS:
        raise RateLimited("Too many clients registered lately. Try again in an hour.", retry_after=3600)


def _origin_of(address: str, *, from_page: bool) -> str:
    """A keyed hash of the network that an address belongs to: enough to count, nothing to read."""
    try:
        known = ip_address(address)
    except ValueError:  # a Unix socket has no address
        network = address
    else:
        wide = isinstance(known, IPv6Address)
        network = str(ip_network((known, _NETWORK_BITS), strict=False)) if wide else str(known)
    counted = f"registration {'page ' if from_page else ''}{network}"
    return hmac.new(settings.SECRET_KEY.encode(), counted.encode(), sha256).hexdigest()


def _redirect_uris(given: Any) -> list[str]:
    listed = [uri for uri in given if isinstance(uri, str)] if isinstance(given, list) else []
    good = [
        uri for uri in listed[:MAX_REDIRECT_URIS] if is_acceptable(uri, schemes=settings.REDIRECT_SCHEMES)
    ]
    if not good:
        raise ValidationFailed(
            "redirect_uris names no address to send people to: https, http on this machine, or an app.",
            field="redirect_uris",
        )
    return list(dict.fromkeys(good))


def _require_code_grant(given: Any) -> None:
    named: Sequence[Any] = given if isinstance(given, list) else ()
    if named and not set(OFFERED_GRANTS) & {each for each in named if isinstance(each, str)}:
        raise ValidationFailed(
            f"The grant types here are {' and '.join(OFFERED_GRANTS)}.", field="grant_types"
        )


def _auth_method(given: Any) -> str:
    """How the client proves itself: as it says where we offer that, by RFC 7591 with a secret where it does
    not say, and by PKCE alone where it names what we do not offer.
    """
    if given is None:
        return WITH_SECRET[0]
    return given if given in WITH_SECRET else PUBLIC


def _line(given: Any, limit: int) -> str:
    """One printable line. Marks that turn the direction of writing could make a name lie, so they go."""
    text = given if isinstance(given, str) else ""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:limit].rstrip()


def _home(given: Any) -> str:
    home = _line(given, MAX_CLIENT_URI)
    return home if home.startswith("https://") and " " not in home else ""
