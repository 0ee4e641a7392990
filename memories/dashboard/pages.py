"""What every view of the dashboard shares: who may come, what browsers keep, how a refusal is told."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
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
    return never_cache(login_required(require_POST(view)))


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
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else otherwise
