"""Which requests are let in at all: the right name, page and method. Nobody is asked yet who they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from mcp_gateway.limits import PREFLIGHT_SECONDS
from mcp_gateway.wire import Header, Rejection

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
PATHS = frozenset({"/mcp", "/mcp/"})
ALLOW = (b"allow", b"POST, OPTIONS")
AGENT_HEADER = "continuum-agent"
TOOLSETS_HEADER = "continuum-toolsets"

_ASKED = (
    "Authorization",
    "Content-Type",
    "Accept",
    "MCP-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
    "Mcp-Session-Id",
    "Last-Event-ID",
    AGENT_HEADER,
    TOOLSETS_HEADER,
)
_PREFLIGHT: tuple[Header, ...] = (
    (b"access-control-allow-methods", b"POST, OPTIONS"),
    (b"access-control-allow-headers", ", ".join(_ASKED).encode()),
    (b"access-control-max-age", str(PREFLIGHT_SECONDS).encode()),
)
_SAID_ONCE = (b"host", b"authorization", b"origin", b"content-type")
_EXPOSED = (b"access-control-expose-headers", b"WWW-Authenticate, Mcp-Session-Id")


def stripped(headers: Iterable[Header]) -> list[Header]:
    """Headers without blanks around their values: servers that parse with llhttp leave trailing ones in."""
    return [(name, value.strip(b" \t")) for name, value in headers]


def require_single(headers: Iterable[Header]) -> None:
    """Raise Rejection (400) where a proxy and we could believe different ones of two headers of one name."""
    names = [name for name, _ in headers]
    for name in _SAID_ONCE:
        if names.count(name) > 1:
            raise Rejection(400, f"The header {name.decode().title()} is there more than once.")


def require_host(headers: Mapping[str, str]) -> None:
    """Raise Rejection (421) for a name that is not ours: a page may have pointed its own name here."""
    domain, _ = split_domain_port(headers.get("host", ""))
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        raise Rejection(
            421, "This server does not go by that name. Its operator can add it to CONTINUUM_ALLOWED_HOSTS."
        )


def require_origin(headers: Mapping[str, str]) -> str:
    """The origin of the page that sends the request, or nothing when no page does. Raises Rejection (403)."""
    origin = headers.get("origin", "")
    if origin and not _is_allowed(origin):
        raise Rejection(403, "Pages of that origin may not call this server.")
    return origin


def _is_allowed(origin: str) -> bool:
    """Our public origin, any port of this machine by names that are ours, our other names by TLS."""
    if origin == settings.PUBLIC_URL:
        return True
    scheme, _, authority = origin.partition("://")
    domain, _ = split_domain_port(authority)
    known = bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
    return known and (scheme == "https" or (scheme == "http" and domain in LOOPBACK))


def shared_with(origin: str) -> tuple[Header, ...]:
    """What lets the page read the answer."""
    return (
        ((b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin"), _EXPOSED)
        if origin
        else ()
    )


def preflight(origin: str) -> tuple[Header, ...]:
    """The headers that answer OPTIONS; a browser asks before it may show its credentials."""
    return (ALLOW, *_PREFLIGHT) if origin else (ALLOW,)


def require_post(method: str) -> None:
    """Raise Rejection (405) for anything but POST: there is no stream to open and no session to delete."""
    if method != "POST":
        raise Rejection(405, "Only POST is answered here.", headers=[ALLOW])


def require_json(headers: Mapping[str, str]) -> None:
    """Raise Rejection (415) for a body that says it is something else."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Rejection(415, "The body must be application/json.")
