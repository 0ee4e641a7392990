"""By what a person can sign in, as their account's page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession

from oauth.models import User


@dataclass(frozen=True, slots=True)
class Ways:
    """`codes` are the recovery codes that are left, None where there are none to have; `elsewhere` names the
    providers whose accounts open this one.
    """

    password: bool
    addresses: tuple[EmailAddress, ...]
    passkeys: tuple[str, ...]
    app: bool
    codes: int | None
    sessions: int
    elsewhere: tuple[str, ...]

    @property
    def any(self) -> bool:
        """Whether the person could come in without a one-time link."""
        return self.password or bool(self.passkeys or self.elsewhere)


def ways_of(user: User) -> Ways:
    """The person's ways in."""
    kept = list(Authenticator.objects.filter(user=user).order_by("created_at"))
    codes = [each for each in kept if each.type == Authenticator.Type.RECOVERY_CODES]
    return Ways(
        password=user.has_usable_password(),
        addresses=tuple(EmailAddress.objects.filter(user=user).order_by("-primary", "email")),
        passkeys=tuple(str(each) for each in kept if each.type == Authenticator.Type.WEBAUTHN),
        app=any(each.type == Authenticator.Type.TOTP for each in kept),
        codes=len(codes[0].wrap().get_unused_codes()) if codes else None,
        sessions=len(UserSession.objects.purge_and_list(user)),
        elsewhere=tuple(
            SocialAccount.objects.filter(user=user).order_by("provider").values_list("provider", flat=True)
        ),
    )


def has_address(user: User) -> bool:
    return bool(user.email) or EmailAddress.objects.filter(user=user).exists()
