"""Where a client may be sent back to with its code: which addresses can be registered, and what they lead to.

Pure, so that the model, the registration and the consent page say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from oauth.limits import MAX_REDIRECT_URI

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# Schemes of known apps. One with a dot is a name that its owner can prove (RFC 8252, section 7.1).
APP_SCHEMES = frozenset(
    {"claude", "cursor", "raycast", "trae", "vscode", "vscode-insiders", "warp", "windsurf", "zed"}
)
# Web callbacks that hand on to an app: the browser holds the page's policy against the second step too.
_HANDS_ON = {
    "claude.ai": ("claude:",),
    "claude.com": ("claude:",),
    "vscode.dev": ("vscode:", "vscode-insiders:"),
    "insiders.vscode.dev": ("vscode:", "vscode-insiders:"),
    "www.cursor.com": ("cursor:",),
    "cursor.com": ("cursor:",),
}


class Kind(StrEnum):
    WEB = "web"
    LOOPBACK = "loopback"
    APP = "app"


@dataclass(frozen=True, slots=True)
class Place:
    """What an address leads to: a web site (its host), this machine (host and port), or an app (its scheme).

    `source` is what a content security policy calls it.
    """

    kind: Kind
    name: str
    source: str


def is_acceptable(uri: str, *, schemes: Iterable[str] = ()) -> bool:
    """Whether a client may register this address. `schemes` are further apps' schemes.

    https anywhere, http on this machine alone, apps by a known scheme; no fragment, no user name, no joker.
    """
    parts = _split(uri)
    if parts is None:
        return False
    if parts.scheme == "https":
        return bool(parts.hostname)
    if parts.scheme == "http":
        return parts.hostname in LOOPBACK
    known = parts.scheme in APP_SCHEMES or parts.scheme in set(schemes) or "." in parts.scheme
    return known and bool(parts.netloc or parts.path.strip("/"))


def place_of(uri: str) -> Place:
    """What an acceptable address leads to."""
    parts = urlsplit(uri)
    if parts.scheme not in {"http", "https"}:
        return Place(Kind.APP, f"{parts.scheme}:", f"{parts.scheme}:")
    kind = Kind.LOOPBACK if parts.hostname in LOOPBACK else Kind.WEB
    return Place(kind, parts.netloc, f"{parts.scheme}://{parts.netloc}")


def form_sources(uri: str) -> list[str]:
    """What `form-action` must list for a form whose answer leads to this address.

    Browsers check every further step as well, and callbacks redirect: to a page of thanks, into an app. Those
    steps lead over https, or to the app that is known to stand behind the site.
    """
    place = place_of(uri)
    return ["'self'", place.source, "https:", *_HANDS_ON.get(str(urlsplit(uri).hostname), ())]


def _split(uri: str) -> SplitResult | None:
    """The parts of an address; None for what no client should be sent to."""
    if not 0 < len(uri) <= MAX_REDIRECT_URI or not uri.isascii() or not uri.isprintable():
        return None
    if set(uri) & set(" #*<>\"'`\\;,"):
        return None
    try:
        parts = urlsplit(uri)
        parts.port  # noqa: B018 - raises ValueError for one that is no number
    except ValueError:
        return None
    if not parts.scheme or "@" in parts.netloc or parts.scheme != uri[: len(parts.scheme)]:
        return None
    return parts
