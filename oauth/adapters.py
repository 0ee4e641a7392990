"""What allauth asks us: who may make an account, what is counted, how secrets are kept."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode
from contextlib import suppress
from smtplib import SMTPException
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.httpkit import get_client_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from cryptography.exceptions import InvalidTag
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from continuum.kernel.errors import ConfigurationProblem, Unauthorized
from oauth.account.confirming import confirmed_by_link
from oauth.account.invitations import invited_by
from oauth.account.mail import not_sent
from oauth.account.noting import note_limited, note_sign_in
from oauth.account.posting import post
from oauth.known_browsers import known_mark, remember_browser
from oauth.limits import FAILURE_WINDOW
from oauth.models import User
from oauth.services.invitations import accept_invitation, is_open_invitation
from oauth.services.people import find_by_login, settle_in
from oauth.services.sealing import seal, unseal
from oauth.sign_up import SignUp
from oauth.throttling import too_many

log = logging.getLogger(__name__)
NOWHERE = "0.0.0.0"  # noqa: S104 - no address to listen on: who comes over a Unix socket has none
SECOND_FACTORS = "second factors"
WAYS = {
    "reauthenticate_by_code": _("Send me a code by e-mail"),
    "mfa_reauthenticate": _("Use an app's code or a recovery code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}
WAITING = ("too_many_login_attempts", "rate_limited")


class AccountAdapter(DefaultAccountAdapter):
    """Accounts: passwords, addresses, signing up."""

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """What is wrong with a form; but whoever has to wait is answered at once, as everywhere else."""
        if code in WAITING:
            raise ImmediateHttpResponse(too_many(context.request, wait=FAILURE_WINDOW))
        return super().validation_error(code, *args)

    def get_client_ip(self, request: HttpRequest) -> str:
        return get_client_ip(request) or NOWHERE

    def is_safe_url(self, url: str) -> bool:
        """Back to our own pages alone: other ports and names of this server are other sites."""
        host = context.request.get_host()
        return url_has_allowed_host_and_scheme(url, allowed_hosts={host}, require_https=settings.SECURE)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """At the public address, whatever name the server was asked by."""
        parts = urlsplit(super().get_reset_password_from_key_url(key))
        return f"{settings.PUBLIC_URL}{parts.path}"

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    # --- Mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send it, or say at once that it could not be sent: nobody waits for what does not come. A stranger
        learns neither, nor how long it takes (oauth/account/posting.py).
        """
        send = super().send_mail
        if not self.request.user.is_authenticated:
            return post(lambda: send(template_prefix, email, context))
        try:
            send(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            log.warning("mail could not be sent: %s", type(error).__name__)
            raise ImmediateHttpResponse(not_sent(self.request)) from None

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Tell of a change that was made. It stands, even if the message cannot be sent."""
        with suppress(ImmediateHttpResponse):
            super().send_notification_mail(*args, **kwargs)

    # --- Who may make an account

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        if settings.SIGN_UP == SignUp.INVITE:
            return is_open_invitation(invited_by(request))
        return bool(settings.SIGN_UP == SignUp.OPEN)

    def clean_email(self, email: str) -> str:
        """An address that an account may have."""
        cleaned = str(super().clean_email(email))
        if not is_of_listed_domain(cleaned):
            raise ValidationError(_("Only addresses of certain domains may be used here."))
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        if settings.SIGN_UP != SignUp.INVITE or not commit:
            return super().save_user(request, user, form, commit)
        kept = super().save_user
        return _invited(request, lambda: kept(request, user, form, True))

    # --- What is counted

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Attempts at an account are counted together, by whatever name; a known browser's apart."""
        login = _login_of(credentials)
        person = find_by_login(login)
        if person is None:
            return f"nobody:{login.lower()}"
        mark = known_mark(request, person.pk)
        return f"browser:{mark}" if mark else f"person:{person.pk}"

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """An address is also taken for a name that looks like one, which looks it up as an address as well:
        once is enough, or a known address would take one password's hashing longer than an unknown one.
        """
        if credentials.get("username") == credentials.get("email"):
            credentials.pop("email", None)
        return super().authenticate(request, **credentials)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ImmediateHttpResponse:
            person = find_by_login(_login_of(credentials))
            if person is not None:
                note_limited(person)
            raise

    # --- Who is there

    def post_login(self, request: HttpRequest, user: User, **known: Any) -> HttpResponse:
        settle_in(user)
        note_sign_in(request, user)
        response: HttpResponse = super().post_login(request, user, **known)
        remember_browser(request, response, user.pk)
        return response

    def get_login_stages(self) -> list[str]:
        """Allauth's steps; the one for addresses passes over accounts that have none."""
        ours = {"allauth.account.stages.EmailVerificationStage": "oauth.account.steps.AddressStep"}
        return [ours.get(step, step) for step in super().get_login_stages()]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """A one-time link that was just opened says as well who is there as a password does."""
        if confirmed_by_link(context.request):
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Allauth's, and a one-time link where people can make one, or where there is nothing else."""
        known: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        known = [{**each, "description": WAYS.get(each["id"], each["description"])} for each in known]
        if user.is_authenticated and (settings.LOCAL_PROFILE or not known):
            known.append(
                {"id": "link", "description": _("Use a one-time link"), "url": reverse("confirm-by-link")}
            )
        return known


class ProviderAdapter(DefaultSocialAccountAdapter):
    """Accounts elsewhere that open one here."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Before anyone is let in, known or new: an address that the provider has verified must be of a
        domain on the list, where there is one.
        """
        known = [each.email for each in sociallogin.email_addresses if each.verified]
        if settings.SIGN_UP_DOMAINS and not any(map(is_of_listed_domain, known)):
            messages.error(
                request, _("That account has no verified address of a domain that is let in here.")
            )
            raise ImmediateHttpResponse(redirect("account_login"))

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        kept = super().save_user
        if settings.SIGN_UP == SignUp.INVITE and form is None:
            return _invited(request, lambda: kept(request, sociallogin, None))
        return kept(request, sociallogin, form)


def is_of_listed_domain(email: str) -> bool:
    """Whether people with this address may have an account here."""
    domain = email.rpartition("@")[2].lower()
    return not settings.SIGN_UP_DOMAINS or domain in settings.SIGN_UP_DOMAINS


class SecondFactorAdapter(DefaultMFAAdapter):
    """Authenticator apps and passkeys."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That code or passkey is not a right one."),
    }

    def encrypt(self, text: str) -> str:
        return b64encode(seal(text, under=settings.SECRET_KEY, purpose=SECOND_FACTORS)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return unseal(b64decode(encrypted_text), under=settings.SECRET_KEY, purpose=SECOND_FACTORS)
        except InvalidTag:
            raise ConfigurationProblem(
                "Authenticator apps were set up under another CONTINUUM_SECRET_KEY (docs/signing-in.md)."
            ) from None

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002 - allauth's word
        return gettext("Passkey of %(day)s") % {"day": date_format(timezone.localdate(), "j F Y")}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Passkeys belong to the public address, whatever name the server was asked by."""
        return {"id": str(urlsplit(settings.PUBLIC_URL).hostname), "name": "Continuum"}


def _login_of(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")


def _invited(request: HttpRequest, keep: Any) -> User:
    """The new account, kept together with the invitation's end; or the page that says there is none."""
    try:
        return accept_invitation(invited_by(request), keep=keep)
    except Unauthorized:
        raise ImmediateHttpResponse(redirect("account_signup")) from None
