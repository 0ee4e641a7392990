"""The content security policy of our pages (the admin, whose theme is another's, has none of it), and that no
cache keeps a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from oauth.redirects import form_sources, is_acceptable

View = Callable[..., HttpResponseBase]
SELF = "'self'"
APART = ("/admin/", "/api/")  # areas with scripts and styles that are not ours
PENDING = "account_login"  # where allauth keeps a sign-in that has further steps


def page_policy(*, forms: Iterable[str] = (SELF,)) -> str:
    """Our own scripts, styles and pictures, and codes to scan, which are drawn into the page."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            f"form-action {' '.join(forms)}",
        )
    )


def guarded(view: View) -> View:
    """The view, its pages under the policy."""

    @wraps(view)
    def under_policy(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        onward = leading_on(request)  # before the view ends the sign-in that says it
        response = view(request, *args, **kwargs)
        response.headers.setdefault("Content-Security-Policy", page_policy(forms=onward))
        return response

    return under_policy


def leading_on(request: HttpRequest) -> list[str]:
    """What `form-action` must list: browsers check every step that follows a form, and a sign-in for a client
    may end at the client, when it asked for something that it cannot have. So may one by a provider.
    """
    sources = [SELF, *(["https:"] if settings.SIGN_IN_WITH else [])]
    wanted = urlsplit(_wanted(request))
    if not wanted.netloc and wanted.path == reverse("oauth-authorize"):
        uri = parse_qs(wanted.query).get("redirect_uri", [""])[0]
        if is_acceptable(uri, schemes=settings.REDIRECT_SCHEMES):
            sources += form_sources(uri)
    return list(dict.fromkeys(sources))


def _wanted(request: HttpRequest) -> str:
    """Where the sign-in is to lead, as far as it says."""
    if asked := request.POST.get("next") or request.GET.get("next"):
        return asked
    pending = request.session.get(PENDING) if hasattr(request, "session") else None
    return str((pending or {}).get("redirect_url") or "")


class PagePolicyMiddleware:
    """Every page has both, the ones that nobody wrote a view for as well: errors, what is not there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and not request.path.startswith(APART):
            response.headers.setdefault("Content-Security-Policy", page_policy())
        if is_page:  # a page is for who asked, not for a cache on the way
            response.headers.setdefault("Cache-Control", "no-store")
        return response
