"""People: the one whose machine this is, and anybody on their first day."""

from __future__ import annotations

from zoneinfo import ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db.models import Q
from tzlocal import get_localzone_name

from continuum.kernel.actor import EVERYTHING, Actor
from memories.services.workspaces import ensure_default_workspace
from oauth.models import User

LOCAL_OWNER = "owner"


def local_owner() -> User:
    """The person whose machine this is, made on first need. Two first needs at once end with one person.

    Signs in by one-time links, and as well by a password or a passkey that they add to their account.
    """
    person, _ = User.objects.get_or_create(
        username=LOCAL_OWNER,
        defaults={
            "first_name": settings.OWNER_NAME[: User._meta.get_field("first_name").max_length],
            "password": make_password(None),
            "is_staff": True,
            "is_superuser": True,
            "timezone": machine_timezone(),
        },
    )
    return person


def find_person(username: str) -> User | None:
    return User.objects.filter(username=username).first()


def only_person() -> User | None:
    """Who has the only open account here; None where nobody has one, or several have."""
    people = list(User.objects.filter(is_active=True)[:2])
    return people[0] if len(people) == 1 else None


def find_by_login(login: str) -> User | None:
    """Who signs in by this name or address, whatever its case; None where it is nobody, or several."""
    if not login or "\x00" in login:
        return None
    found = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login))
    by_address = User.objects.filter(emailaddress__email__iexact=login)
    people = set(found[:2]) | set(by_address[:2])
    return people.pop() if len(people) == 1 else None


def machine_timezone() -> str:
    """The IANA name of the zone this machine lives in; UTC where it does not say."""
    try:
        return get_localzone_name() or "UTC"
    except (
        ZoneInfoNotFoundError,
        ValueError,
    ):  # unknown, or two settings of the system that contradict each other
        return "UTC"


def settle_in(user: User) -> None:
    """Give the person a default workspace on their first sign-in. It reviews what agents write."""
    ensure_default_workspace(Actor(user_id=user.pk, client="sign-in", permissions=EVERYTHING, person=True))
