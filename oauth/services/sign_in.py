"""One-time links: how a person opens a session without a password."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from continuum.kernel.shown_once import digest_of, new_secret
from oauth.models import SignInLink, User

LINK_LIFETIME = timedelta(minutes=15)
KEEP_USED_LINKS = timedelta(days=1)


def issue_sign_in_link(user: User) -> str:
    """The secret of a link that signs this person in once, within LINK_LIFETIME. Sweeps dead ones away."""
    now = timezone.now()
    SignInLink.objects.filter(expires_at__lt=now - KEEP_USED_LINKS).delete()
    secret = new_secret()
    SignInLink.objects.create(user=user, digest=digest_of(secret), expires_at=now + LINK_LIFETIME)
    return secret


def link_address(secret: str) -> str:
    """The address to open in a browser."""
    return settings.PUBLIC_URL + reverse("sign-in-link", args=[secret])


def is_open_link(secret: str) -> bool:
    """Whether the link would still sign somebody in. Asking does not use it up."""
    return _open_links(secret).exists()


def redeem_sign_in_link(secret: str) -> User:
    """Use the link up and say whom it signs in, or raise Unauthorized. Of two at once, one succeeds.

    The update asks of the link's own row alone: that is what Postgres looks at again after waiting for it.
    """
    own = SignInLink.objects.filter(digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now())
    used = own.update(used_at=timezone.now())
    person = User.objects.filter(sign_in_links__digest=digest_of(secret), is_active=True).first()
    if not used or person is None:
        raise Unauthorized("This sign-in link was used, has expired, or never was one.")
    return person


def _open_links(secret: str) -> QuerySet[SignInLink]:
    return SignInLink.objects.filter(
        digest=digest_of(secret), used_at=None, expires_at__gt=timezone.now(), user__is_active=True
    )
