"""What answers 401 and 403 ask for (RFC 6750), and where a client learns how to get it (RFC 9728)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.urls import reverse

from oauth.services.offers import scopes
from oauth.services.resources import issuer

REALM = "Continuum"
Error = Literal["", "invalid_token", "insufficient_scope"]
_SAID = {
    "invalid_token": "The token is unknown, expired or revoked",
    "insufficient_scope": "The connection was not granted this",
}


def challenge(error: Error = "") -> str:
    """The value of WWW-Authenticate where personal tokens are shown; `error` says what is wrong with one."""
    return f'Bearer realm="{REALM}"' + (f', error="{error}"' if error else "")


def mcp_challenge(error: Error = "", *, needed: Iterable[str] = ()) -> str:
    """The value of WWW-Authenticate at the MCP endpoint. `needed` are the scopes to come back with: all there
    are, so that nobody has to be asked twice, unless some are named.
    """
    parts = [f'resource_metadata="{issuer()}{reverse("oauth-resource-mcp")}"']
    if error:
        parts += [f'error="{error}"', f'error_description="{_SAID[error]}"']
    return "Bearer " + ", ".join([*parts, f'scope="{" ".join(needed or scopes())}"'])
