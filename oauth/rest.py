"""Django REST framework's view of the keys. `request.auth` is the Actor, whoever authenticated it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, permissions
from rest_framework.request import Request

from continuum.kernel.actor import Actor
from oauth.challenge import challenge
from oauth.models import User
from oauth.services.actors import actor_for_bearer, actor_for_user

SCHEME = "bearer"
AGENT_HEADER = "Continuum-Agent"


class BearerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer <token>`, and in `Continuum-Agent` the name the agent goes by."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Actor] | None:
        bearer = bearer_in(request)
        if bearer is None:
            return None
        agent = _in_utf8(request.headers.get(AGENT_HEADER, ""))
        return AnonymousUser(), actor_for_bearer(bearer, agent=agent)

    def authenticate_header(self, request: Request) -> str:
        return challenge()


class SessionAuthentication(authentication.SessionAuthentication):
    """A signed-in browser; whatever changes something must carry the CSRF token."""

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        found = super().authenticate(request)
        return None if found is None else (found[0], actor_for_user(found[0]))


class HasActor(permissions.BasePermission):
    """Somebody is asking. What they may do is the verb's to say."""

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, Actor)


def bearer_in(request: Request | HttpRequest) -> str | None:
    """The token that a request shows; None where it shows none."""
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    return bearer.strip() if scheme.lower() == SCHEME else None


def _in_utf8(value: str) -> str:
    """Headers arrive as Latin-1; names in other scripts were UTF-8 before."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return value


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "oauth.rest.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": SCHEME, "description": "A personal token: ctm_..."}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = "oauth.rest.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
