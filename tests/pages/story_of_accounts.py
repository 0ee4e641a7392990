"""Ines, who has secured her account with everything there is, and a program that asks to be let in."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client as Browser

from oauth.account.confirming import SESSION_KEY
from oauth.models import User
from oauth.services.clients import register_client
from oauth.services.resources import resource

PASSWORD = "correct horse battery"
CALLBACK = "https://notebook.example/callback"


def secure(user: User) -> None:
    """A password, an app with recovery codes, a passkey."""
    user.set_password(PASSWORD)
    user.save()
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    data = {"name": "The laptop", "credential": {}, "passwordless": True}
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


def passkey_of(user: User) -> int:
    return Authenticator.objects.get(user=user, type=Authenticator.Type.WEBAUTHN).pk


def asked_by_a_program() -> str:
    """What a program that registered itself puts behind /oauth/authorize."""
    known = register_client(
        {
            "client_name": "Notebook",
            "redirect_uris": [CALLBACK],
            "token_endpoint_auth_method": "none",
            "client_uri": "https://notebook.example",
        },
        address="203.0.113.7",
    )
    asked = {
        "response_type": "code",
        "client_id": known.client.client_id,
        "redirect_uri": CALLBACK,
        "state": "s",
        "scope": "memory:read memory:write",
        "resource": resource(),
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
    }
    return urlencode(asked)


def confirm(browser: Browser) -> None:
    """As if the password had been asked for once more just now, or a link opened, as delicate pages want."""
    session: Any = browser.session
    given = {"method": "password", "at": time.time(), "reauthenticated": True}
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [given]
    session[SESSION_KEY] = time.time()
    session.save()
