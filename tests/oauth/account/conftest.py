"""People with passwords, and a Continuum that sends mail."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client

from continuum import sign_in_settings
from oauth.account import posting
from oauth.models import User

PASSWORD = "correct horse battery"


@pytest.fixture
def known(alice: User) -> User:
    """Alice, who has a password."""
    alice.set_password(PASSWORD)
    alice.save()
    return alice


def tried(browser: Client, login: str, password: str = PASSWORD, **sent: Any) -> Any:
    """The answer to a name and a password on the page for signing in."""
    return browser.post("/sign-in", {"login": login, "password": password, **sent.pop("data", {})}, **sent)


class AtOnce(Executor):
    """Does what it is given before anything else goes on."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        fn(*args, **kwargs)
        return Future()


@pytest.fixture
def with_mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with CONTINUUM_EMAIL_URL; what is sent is in django.core.mail.outbox, before the answer."""
    if isinstance(posting.POST, ThreadPoolExecutor):
        monkeypatch.setattr(posting, "POST", AtOnce())
    settings.MAIL = True
    made = sign_in_settings.allauth(mail=True, secure=False, proxies=0, known={})
    for name, value in made.items():
        setattr(settings, name, value)


@pytest.fixture
def sign_up(settings: Any) -> Callable[[str], None]:
    def chosen(value: str) -> None:
        settings.SIGN_UP = value

    return chosen


def mailed_code() -> str:
    """The code in the last message."""
    return re.findall(r"^([A-Z0-9-]{6,9})$", mail.outbox[-1].body, re.MULTILINE)[-1]


def app_code(secret: str, *, at: float | None = None) -> str:
    """What an authenticator app shows (RFC 6238), now or at a moment."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    step = int((time.time() if at is None else at) // 30)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06d}"


@pytest.fixture
def with_app(db: None) -> Callable[[User], str]:
    """Give a person an authenticator app, by its key."""

    def added(user: User) -> str:
        secret = generate_totp_secret()
        TOTP.activate(user, secret)
        RecoveryCodes.activate(user)
        return secret

    return added


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Hashing as it is done for people takes longer than all the rest of a test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
