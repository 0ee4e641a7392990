"""A client of the authorization server, played by hand over the test client, and alice at her browser."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client as Browser

from oauth.models import User

ISSUER = "http://localhost:8787"
RESOURCE = f"{ISSUER}/mcp"
WEB_CALLBACK = "https://client.example/callback"
VERIFIER = "v" * 43
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
GRANT = {
    "decision": "allow",
    "workspaces": ["default"],
    "permissions": ["memory:read", "memory:write"],
    "toolsets": ["memory"],
    "mode": "auto",
}


def registered(http: Browser, **metadata: Any) -> HttpResponse:
    body = {"redirect_uris": [WEB_CALLBACK], "token_endpoint_auth_method": "none", **metadata}
    return http.post("/oauth/register", json.dumps(body), content_type="application/json")


def told(answer: HttpResponse) -> dict[str, str]:
    """What a redirect tells the client, in the address it leads to."""
    assert answer.status_code == 302, answer.content
    return dict(parse_qsl(urlsplit(answer.headers["Location"]).query))


@dataclass
class App:
    """One client, as it registered itself."""

    browser: Browser
    client_id: str
    secret: str = ""
    redirect_uri: str = WEB_CALLBACK
    http: Browser = field(default_factory=Browser)

    def asking(self, **changed: str | None) -> dict[str, str]:
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "state": "a state",
            "scope": "memory:read memory:write memory:forget",
            "resource": RESOURCE,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            **changed,
        }
        return {name: value for name, value in asked.items() if value is not None}

    def opened(self, **changed: str | None) -> HttpResponse:
        return self.browser.get("/oauth/authorize", self.asking(**changed))

    def decided(self, grant: dict[str, Any] | None = None, **changed: str | None) -> HttpResponse:
        chosen = {**GRANT, **(grant or {})}
        return self.browser.post("/oauth/authorize", chosen, query_params=self.asking(**changed))

    def code(self, grant: dict[str, Any] | None = None, **changed: str | None) -> str:
        return told(self.decided(grant, **changed))["code"]

    def post(self, path: str, **fields: str | None) -> HttpResponse:
        proof = {"client_secret": self.secret} if self.secret else {}
        sent = {"client_id": self.client_id, **proof, **fields}
        return self.http.post(path, {name: value for name, value in sent.items() if value is not None})

    def exchanged(self, code: str, **changed: str | None) -> HttpResponse:
        asked = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": VERIFIER,
            **changed,
        }
        return self.post("/oauth/token", **asked)

    def refreshed(self, refresh_token: str, **changed: str | None) -> HttpResponse:
        asked = {"grant_type": "refresh_token", "refresh_token": refresh_token, **changed}
        return self.post("/oauth/token", **asked)

    def connected(self, grant: dict[str, Any] | None = None, **changed: str | None) -> dict[str, Any]:
        """The whole way: consent, code, tokens."""
        answer = self.exchanged(self.code(grant, **changed))
        assert answer.status_code == 200, answer.content
        return dict(answer.json())


def browser_of(user: User) -> Browser:
    browser = Browser()
    browser.force_login(user)
    return browser


@pytest.fixture
def new_app(alice: User) -> Callable[..., App]:
    """Have another client register; alice is signed in to decide on it."""

    def registering(user: User = alice, **metadata: Any) -> App:
        known = registered(Browser(), **metadata).json()
        return App(
            browser=browser_of(user),
            client_id=known["client_id"],
            secret=known.get("client_secret", ""),
            redirect_uri=known["redirect_uris"][0],
        )

    return registering


@pytest.fixture
def app(new_app: Callable[..., App]) -> App:
    return new_app(client_name="Claude Code")


def refusal(answer: HttpResponse, status: int = 400) -> str:
    """The error of a refused request."""
    assert answer.status_code == status, answer.content
    return str(answer.json()["error"])
