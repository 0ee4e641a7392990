"""Invitations: how somebody comes to make an account where not everybody may."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from continuum.kernel.errors import Conflict, Refused, Unauthorized
from continuum.kernel.shown_once import digest_of, new_secret
from memories.services import invitations as members
from oauth.limits import INVITATION_LIFETIME
from oauth.models import Invitation, User
from oauth.services.actors import actor_for_user
from oauth.services.people import settle_in


def invite(*, note: str = "") -> str:
    """The secret of an invitation for one account, good for INVITATION_LIFETIME; `note`: whom it is for."""
    secret = new_secret()
    length = Invitation._meta.get_field("note").max_length
    Invitation.objects.create(
        digest=digest_of(secret),
        note=" ".join(note.split())[:length],
        expires_at=timezone.now() + INVITATION_LIFETIME,
    )
    return secret


def invitation_address(secret: str) -> str:
    """The address to send to who is invited."""
    return settings.PUBLIC_URL + reverse("invitation", args=[secret])


def is_open_invitation(secret: str) -> bool:
    """Whether it lets somebody make an account: an operator's, or one to a workspace."""
    return bool(secret) and (_open(secret).exists() or members.find_offer(secret) is not None)


def accept_invitation(secret: str, *, keep: Callable[[], User]) -> User:
    """Use the invitation up and keep the new account, or neither. Of two at once, one succeeds. By one to a
    workspace the new person is in that workspace, too. Raises Unauthorized for one that is used, old, or
    never was.
    """
    with transaction.atomic():
        if members.find_offer(secret) is not None:
            return _member_from_the_first_day(secret, keep())
        if not _open(secret).update(used_at=timezone.now()):
            raise Unauthorized("This invitation was used, has expired, or never was one.")
        person = keep()
        Invitation.objects.filter(digest=digest_of(secret)).update(user=person)
    return person


def _member_from_the_first_day(secret: str, person: User) -> User:
    """Within the account's own transaction: what keeps them out of the workspace undoes the account, too."""
    settle_in(person)
    try:
        members.accept_invitation(actor_for_user(person), secret=secret)
    except (Conflict, Refused) as error:
        raise Unauthorized(error.message) from None
    return person


def _open(secret: str) -> QuerySet[Invitation]:
    return Invitation.objects.filter(digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now())
