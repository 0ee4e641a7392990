"""Personal tokens: bearers that a person hands to scripts, hooks and local clients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from continuum.kernel.actor import Permission
from continuum.kernel.errors import NotFound, ValidationFailed
from continuum.kernel.shown_once import digest_of, new_secret
from memories.services.workspaces import open_workspaces
from oauth.models import PersonalToken, User
from oauth.services import account_events

PREFIX = "ctm_"
MAX_NAME = 100
NOTE_USE_EVERY = timedelta(minutes=1)


def issue_token(
    user: User,
    *,
    name: str,
    permissions: Iterable[str],
    workspaces: Sequence[str] = (),
    expires_at: datetime | None = None,
) -> str:
    """A new token of this person; what is returned is never shown again.

    No workspaces means all of them, those to come included. Raises ValidationFailed naming the field.
    """
    bearer = new_secret(PREFIX)
    with transaction.atomic():
        account_events.take_turn(user.pk)
        made = PersonalToken.objects.create(
            user=user,
            name=_valid_name(name),
            digest=digest_of(bearer),
            permissions=_valid_permissions(permissions),
            workspaces=_valid_workspaces(user, workspaces),
            expires_at=_valid_expiry(expires_at),
        )
        details = {"permissions": made.permissions, "workspaces": [str(each) for each in made.workspaces]}
        account_events.record(
            user.pk, account_events.TOKEN_ISSUED, subject=f"token:{made.pk}", details=details
        )
    return bearer


def revoke_token(user: User, *, token_id: int) -> None:
    """Close one of the person's tokens from now on. Revoking it again changes nothing. Raises NotFound."""
    if not user.personal_tokens.filter(pk=token_id).exists():
        raise NotFound("You have no such token.", token=token_id)
    with transaction.atomic():
        account_events.take_turn(user.pk)
        still_open = user.personal_tokens.filter(pk=token_id, revoked_at=None)
        if still_open.update(revoked_at=timezone.now()):
            account_events.record(user.pk, account_events.TOKEN_REVOKED, subject=f"token:{token_id}")


def list_tokens(user: User) -> QuerySet[PersonalToken]:
    """The person's tokens that still open something, newest first."""
    return user.personal_tokens.filter(_open(), revoked_at=None).order_by("-created_at", "-pk")


def find_token(bearer: str) -> PersonalToken | None:
    """The token of this bearer, with its user; None if unknown, expired, revoked or of a closed account."""
    return open_tokens().filter(digest=digest_of(bearer)).first()


def open_tokens() -> QuerySet[PersonalToken]:
    """Every token that opens something, with its user."""
    known = PersonalToken.objects.select_related("user")
    return known.filter(_open(), revoked_at=None, user__is_active=True)


def note_use(token: PersonalToken) -> None:
    """Keep when the token was last used, to the minute: reads of a busy client are not to cost writes."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - NOTE_USE_EVERY:
        PersonalToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _open() -> Q:
    return Q(expires_at=None) | Q(expires_at__gt=timezone.now())


def _valid_name(name: str) -> str:
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= MAX_NAME or not tidy.isprintable():
        raise ValidationFailed(f"A token's name has 1 to {MAX_NAME} printable characters.", field="name")
    return tidy


def _valid_permissions(permissions: Iterable[str]) -> list[str]:
    wanted = sorted({str(permission) for permission in permissions})
    if not wanted or set(wanted) - set(Permission):
        known = ", ".join(Permission)
        raise ValidationFailed(f"A token has at least one permission out of {known}.", field="permissions")
    return wanted


def _valid_workspaces(user: User, workspaces: Sequence[str]) -> list[UUID]:
    known = open_workspaces(user.pk)
    if unknown := [name for name in workspaces if name not in known]:
        raise ValidationFailed(f"There is no workspace called {unknown[0][:40]!r}.", field="workspaces")
    return sorted({known[name] for name in workspaces})


def _valid_expiry(expires_at: datetime | None) -> datetime | None:
    if expires_at is not None and (expires_at.tzinfo is None or expires_at <= timezone.now()):
        raise ValidationFailed("A token expires at a moment to come, with its offset.", field="expires_at")
    return expires_at
