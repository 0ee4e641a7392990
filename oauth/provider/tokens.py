"""The token endpoint and the revocation endpoint (RFC 6749, RFC 7009)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from oauth2_provider.oauth2_backends import get_oauthlib_core

from oauth.provider.sharing import shared


@shared("POST")
def token(request: HttpRequest) -> HttpResponse:
    """A code or a refresh token becomes a pair of tokens."""
    _, headers, body, status = get_oauthlib_core().create_token_response(request)
    return _response(headers, body, status)


@shared("POST")
def revoke(request: HttpRequest) -> HttpResponse:
    """A token ends, with every other of its family."""
    _, headers, body, status = get_oauthlib_core().create_revocation_response(request)
    return _response(headers, body, status)


def _response(headers: dict[str, Any], body: str, status: int) -> HttpResponse:
    response = HttpResponse(body or "", status=status, content_type="application/json")
    for name, value in headers.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response
