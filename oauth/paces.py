"""The paces that doors keep their callers to; the numbers are settings (continuum.limit_settings)."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.conf import settings

from oauth.pace import Pace

AHEAD: Final = 30
_TOLD: Final = {
    "calls": "This connection calls tools too often.",
    "requests": "This connection asks too often.",
    "imports": "This connection imports too often.",
}


@cache
def _pace(name: str, per_minute: int, ahead: int) -> Pace:
    return Pace(name, per_minute, told=_TOLD[name], ahead=ahead)


def calls() -> Pace:
    """Tools called over MCP, by one connection."""
    return _pace("calls", settings.PACES.calls, AHEAD)


def requests() -> Pace:
    """Requests to the API, by one connection or signed-in person."""
    return _pace("requests", settings.PACES.requests, AHEAD)


def imports() -> Pace:
    """Files that are taken in: uploads, packages, restores."""
    return _pace("imports", settings.PACES.imports, 1)
