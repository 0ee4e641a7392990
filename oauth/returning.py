"""Back to where a stranger wanted to go, once they have signed in by a link that they had to fetch elsewhere.

A signed cookie keeps the path: a session for every stranger would be a row for everybody who passes by.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.encoding import iri_to_uri

COOKIE: Final = "continuum_return"
SECONDS: Final = 900
MAX_PATH: Final = 3_000  # a cookie has 4 KB


def remember_path(response: HttpResponse, path: str) -> HttpResponse:
    """Have the browser keep the path, one of ours, for a quarter of an hour; not one that is too long. It is
    kept as addresses are written: a header holds no other signs.
    """
    path = iri_to_uri(path)
    if len(path) <= MAX_PATH:
        response.set_signed_cookie(
            COOKIE, path, max_age=SECONDS, httponly=True, samesite="Lax", secure=settings.SECURE
        )
    return response


def sent_back(request: HttpRequest, *, otherwise: str) -> HttpResponse:
    """To the path that was kept, which is then forgotten, or to the page of this name."""
    kept = request.get_signed_cookie(COOKIE, default="", max_age=SECONDS)
    response = redirect(kept or otherwise)
    response.delete_cookie(COOKIE, samesite="Lax")
    return response
