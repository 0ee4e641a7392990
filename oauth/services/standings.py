"""What a bearer stands for, looked up once and kept for a minute.

Kept with the number of changes to the person's keys that was seen before the look-up
(oauth/sql/key_versions.sql). Every request reads that number again, one row by its key, so that whatever
revokes or narrows counts from the next request on, in every process.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.shown_once import digest_of
from memories.services.workspaces import ways_in
from oauth.limits import MAX_STANDINGS, STANDING_SECONDS
from oauth.models import KeyVersion, PersonalToken, TokenPair
from oauth.services.connections import note_connection_use
from oauth.services.pairs import ACCESS_PREFIX, open_pairs
from oauth.services.tokens import note_use, open_tokens


@dataclass(frozen=True, slots=True)
class Standing:
    """The actor behind a bearer, before the agent says its name. A personal token is good for any audience
    and chooses its toolsets (None); an OAuth token is good for its `resource` and has the toolsets granted.
    """

    actor: Actor
    expires_at: datetime | None
    resource: str = ""
    toolsets: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class _Kept:
    standing: Standing
    version: int
    since: float


_KEPT: OrderedDict[str, _Kept] = OrderedDict()
_LOCK = threading.Lock()


def find_standing(bearer: str) -> Standing | None:
    """What the bearer stands for now; None for one that is unknown, expired, revoked or of a closed
    account.
    """
    digest = digest_of(bearer)
    with _LOCK:
        kept = _KEPT.get(digest)
    if kept is not None and _holds(kept):
        return kept.standing
    return _look_up(bearer, digest)


def _holds(kept: _Kept) -> bool:
    expires_at = kept.standing.expires_at
    fresh = time.monotonic() - kept.since < STANDING_SECONDS
    return (
        fresh
        and (expires_at is None or expires_at > timezone.now())
        and _key_version(kept.standing.actor.user_id) == kept.version
    )


def _look_up(bearer: str, digest: str) -> Standing | None:
    """The key's row and the number in one statement, then the memberships: a change after it makes the next
    request look again.
    """
    if bearer.startswith(ACCESS_PREFIX):
        pair = _numbered(open_pairs(), "connection__user_id").filter(access_digest=digest).first()
        found = (_of_pair(pair), pair.key_version) if pair else None
    else:
        token = _numbered(open_tokens(), "user_id").filter(digest=digest).first()
        found = (_of_token(token), token.key_version) if token else None
    if found is None:
        with _LOCK:
            _KEPT.pop(digest, None)
        return None
    _keep(digest, _Kept(found[0], found[1], time.monotonic()))
    return found[0]


def _keep(digest: str, kept: _Kept) -> None:
    """Keep it, at the cost of what was looked up longest ago."""
    with _LOCK:
        _KEPT[digest] = kept
        _KEPT.move_to_end(digest)
        while len(_KEPT) > MAX_STANDINGS:
            _KEPT.popitem(last=False)


def _numbered(rows: QuerySet[Any], person: str) -> QuerySet[Any]:
    version = KeyVersion.objects.filter(pk=OuterRef(person)).values("version")
    return rows.annotate(key_version=Coalesce(Subquery(version), 0))


def _key_version(user_id: int) -> int:
    """Asked at every request, so without the ORM, which takes longer to put the question than Postgres to
    answer it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM oauth_keyversion WHERE user_id = %s", [user_id])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _of_token(token: PersonalToken) -> Standing:
    note_use(token)
    return Standing(
        actor=Actor(
            user_id=token.user_id,
            client=f"token:{token.pk}",
            **_open_to(token.user_id, token.workspaces, every=not token.workspaces),
            permissions=_permissions(token.permissions),
            timezone=token.user.timezone,
            narrowed=bool(token.workspaces),
        ),
        expires_at=token.expires_at,
    )


def _of_pair(pair: TokenPair) -> Standing:
    """Narrowed twice: what its connection has now, of what this token was given."""
    granted = pair.connection
    note_connection_use(granted)
    return Standing(
        actor=Actor(
            user_id=granted.user_id,
            client=granted.key,
            **_open_to(granted.user_id, granted.workspaces, every=granted.every_workspace),
            permissions=_permissions(set(pair.permissions) & set(granted.permissions)),
            timezone=granted.user.timezone,
            narrowed=not granted.every_workspace,
            via=granted.client.label,
            mode=granted.mode,
        ),
        expires_at=pair.access_expires_at,
        resource=pair.resource,
        toolsets=frozenset(granted.toolsets),
    )


def _permissions(named: Collection[str]) -> frozenset[Permission]:
    return frozenset(known for known in Permission if known in named)


def _open_to(user_id: int, granted: Collection[UUID], *, every: bool) -> dict[str, Any]:
    """What of the person's workspaces was granted, and what the person is there."""
    ways = ways_in(user_id)
    here = {name: known for name, known in ways.workspaces.items() if every or known in granted}
    return {"workspaces": MappingProxyType(here), "roles": ways.roles}
