"""What allauth does to an account, put down among its events."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as accounts
from allauth.account.authentication import get_authentication_records
from allauth.mfa import signals as second_steps
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.dispatch import Signal
from django.http import HttpRequest

from oauth.limits import FAILURE_WINDOW
from oauth.models import User
from oauth.services import account_events as events
from oauth.services.account_events import record

_KINDS = {
    Authenticator.Type.WEBAUTHN: (events.PASSKEY_ADDED, events.PASSKEY_REMOVED),
    Authenticator.Type.TOTP: (events.APP_ADDED, events.APP_REMOVED),
    Authenticator.Type.RECOVERY_CODES: (events.CODES_MADE, events.CODES_REMOVED),
}


def note_sign_in(request: HttpRequest, user: User) -> None:
    """That the person has signed in, and by which ways: the password, then an app, say."""
    ways = [str(each.get("method", "")) for each in get_authentication_records(request, user)]
    record(user.pk, events.SIGNED_IN, details={"ways": ways})


def note_limited(user: User) -> None:
    """That so many attempts failed that the next have to wait: once in each window, however many follow."""
    if cache.add(f"sign-in-limited:{user.pk}", True, FAILURE_WINDOW.total_seconds()):
        record(user.pk, events.SIGN_IN_LIMITED)


def removal_of(kind: str) -> str:
    """What taking away a second step of this kind is called."""
    return _KINDS[Authenticator.Type(kind)][1]


def connect() -> None:
    """Listen to allauth. Again changes nothing."""
    heard = {
        accounts.user_signed_up: _opened,
        accounts.password_changed: _password_changed,
        accounts.password_set: _password_changed,
        accounts.password_reset: _password_changed,
        accounts.email_added: _address_added,
        accounts.email_removed: _address_removed,
        second_steps.authenticator_added: _step_added,
        second_steps.authenticator_reset: _step_added,
        second_steps.authenticator_removed: _step_removed,
    }
    for signal, receiver in heard.items():
        _listen(signal, receiver)


def _listen(signal: Signal, receiver: Any) -> None:
    signal.connect(receiver, dispatch_uid="oauth.account.noting")


def _opened(user: User, **_: Any) -> None:
    record(user.pk, events.OPENED)


def _password_changed(user: User, **_: Any) -> None:
    record(user.pk, events.PASSWORD_CHANGED)


def _address_added(user: User, **_: Any) -> None:
    record(user.pk, events.ADDRESS_ADDED)


def _address_removed(user: User, **_: Any) -> None:
    record(user.pk, events.ADDRESS_REMOVED)


def _step_added(user: User, authenticator: Authenticator, **_: Any) -> None:
    record(user.pk, _KINDS[Authenticator.Type(authenticator.type)][0])


def _step_removed(user: User, authenticator: Authenticator, **_: Any) -> None:
    record(user.pk, removal_of(authenticator.type))
