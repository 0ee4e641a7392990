"""Who issues tokens, and what they are for. Both follow from the one public address, never from a request."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings

MCP_PATH = "/mcp"
_DEFAULT_PORTS = {"http": 80, "https": 443}


def issuer() -> str:
    """The issuer's identifier: the public origin, without a slash at its end."""
    return settings.PUBLIC_URL


def resource() -> str:
    """What tokens are good for: the MCP endpoint, as people type it."""
    return settings.PUBLIC_URL + MCP_PATH


def are_ours(asked: Iterable[str]) -> bool:
    """Whether every resource that a client asks a token for (RFC 8707) is our one, in some spelling.

    Clients name the endpoint with and without a slash, or its origin alone.
    """
    ours = {_canonical(resource()), _canonical(issuer())}
    return all(_canonical(each) in ours for each in asked)


def _canonical(address: str) -> tuple[str, str, int | None, str] | None:
    """Scheme, host, port and path of an address; None for one with anything else, or that is none."""
    try:
        parts = urlsplit(address)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or "?" in address or "#" in address:
        return None
    return parts.scheme, parts.hostname, port, parts.path.rstrip("/")
