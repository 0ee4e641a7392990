"""What every view of the dashboard shares: who may come, what browsers keep, how a refusal is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from continuum.kernel.errors import ContinuumError
from oauth.middleware import ActorRequest

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """A page to look at: GET alone, for who is signed in, kept by no cache."""
    return never_cache(login_required(require_safe(view)))


def action(view: View) -> View:
    """Something that is done: POST alone, for who is signed in."""
    return never_cache(_pressed(require_POST(view)))


def _pressed(view: View) -> View:
    """Whoever was signed out meanwhile signs in and comes back to the page with the button, not to what it
    does, which is no page.
    """

    @wraps(view)
    def by_who_is_signed_in(request: ActorRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method == "POST":
            messages.info(request, _("You were signed out, so nothing was done. Sign in and press it again."))
        return redirect_to_login(_came_from(request))

    return by_who_is_signed_in


def _came_from(request: ActorRequest) -> str:
    """The path of our page that the browser says it was on."""
    page = urlsplit(request.headers.get("Referer", ""))
    path = f"{page.path}?{page.query}" if page.query else page.path
    return path if page.netloc == request.get_host() and _is_ours(request, path) else reverse("home")


def _is_ours(request: ActorRequest, wanted: str) -> bool:
    """A path of this server. Without its slash it would be the name of a view, or lead elsewhere."""
    allowed = {request.get_host()}
    return wanted.startswith("/") and url_has_allowed_host_and_scheme(
        wanted, allowed_hosts=allowed, require_https=request.is_secure()
    )


def form_page(view: View) -> View:
    """A page with a form that is posted to the same address."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(view)))


def is_part(request: ActorRequest) -> bool:
    """Whether htmx asks, which takes a part of the page."""
    return request.headers.get("HX-Request") == "true"


def told(request: ActorRequest, done: Callable[[], str], *, onward: str) -> HttpResponse:
    """Do it, say how it went (or why not) on the next page, and go there."""
    try:
        messages.success(request, done())
    except ContinuumError as error:
        messages.error(request, error.message)
    return redirect(onward)


def onward(request: ActorRequest, otherwise: str) -> str:
    """Where the form says to go on, if that is one of our own pages."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if _is_ours(request, wanted) else otherwise
