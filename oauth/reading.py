"""How somebody reads pages: language, time zone and theme. What is kept with the account counts, then what
the browser keeps in cookies, then what it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from oauth.models import User

THEMES: Final = ("light", "dark")  # neither: as the system has it
THEME, ZONE = "theme", "zone"
YEAR_SECONDS: Final = 365 * 24 * 3600
UTC: Final = "UTC"


@dataclass(frozen=True, slots=True)
class Reading:
    """A language of ours, an IANA zone, and a theme (empty for the system's)."""

    language: str
    zone: str
    theme: str


@cache
def zones() -> frozenset[str]:
    """The IANA zones that this machine knows."""
    return frozenset(available_timezones())


def reading_of(request: HttpRequest, user: User | None = None) -> Reading:
    kept = request.COOKIES
    told = kept.get(ZONE, "")
    own_zone = user.timezone if user and (user.timezone_chosen or told not in zones()) else told
    return Reading(
        language=(user and user.language) or translation.get_language_from_request(request),
        zone=own_zone if own_zone in zones() else UTC,
        theme=_among(THEMES, (user and user.theme) or kept.get(THEME, "")),
    )


def _among(known: tuple[str, ...], value: str) -> str:
    return value if value in known else ""


def keep(response: HttpResponse, wanted: Mapping[str, str]) -> None:
    """Have the browser keep a language, zone or theme; an empty one is no longer kept."""
    names = {"language": settings.LANGUAGE_COOKIE_NAME, "zone": ZONE, "theme": THEME}
    for field, value in wanted.items():
        if value:
            response.set_cookie(
                names[field], value, max_age=YEAR_SECONDS, samesite="Lax", secure=settings.SECURE
            )
        else:
            response.delete_cookie(names[field], samesite="Lax")


class ReadingMiddleware:
    """Sets `request.reading`, and makes the page in that language and that zone.

    A stranger's is known at once; whose account it is, when the view is known that wants to know.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        reading = request.reading = reading_of(request)  # type: ignore[attr-defined]
        with translation.override(reading.language), timezone.override(ZoneInfo(reading.zone)):
            response = self.get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if not getattr(view, "without_actor", False) and request.user.is_authenticated:
            reading = request.reading = reading_of(request, request.user)  # type: ignore[attr-defined]
            translation.activate(reading.language)
            timezone.activate(ZoneInfo(reading.zone))
