"""Browsers in which somebody has signed in before. Their attempts are counted by themselves, so that who
tries passwords elsewhere cannot lock the owner of the account out.

A signed cookie says whose browser it is. It opens nothing.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from continuum.kernel.shown_once import new_secret
from oauth.limits import KNOWN_BROWSER

COOKIE: Final = "continuum_browser"
SALT: Final = "oauth.known_browsers"


def remember_browser(request: HttpRequest, response: HttpResponse, person_id: int) -> None:
    """Have the browser keep whose it is, for a year from the last sign-in."""
    mark = known_mark(request, person_id) or new_secret()
    response.set_cookie(
        COOKIE,
        signing.dumps([person_id, mark], salt=SALT),
        max_age=int(KNOWN_BROWSER.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=settings.SECURE,
    )


def known_mark(request: HttpRequest, person_id: int) -> str:
    """What tells this browser of the person's from their others; empty for one that is not theirs."""
    try:
        whose, mark = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KNOWN_BROWSER)
    except (signing.BadSignature, ValueError):
        return ""
    return str(mark) if whose == person_id else ""
