"""Saying once more who is there, before something delicate, where there is no password to ask for."""

from __future__ import annotations

import time

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from oauth.account.commands import LINK_COMMAND
from oauth.limits import CONFIRMED_FOR
from oauth.returning import remember_path

SESSION_KEY = "confirmed_by_link"


def note_link(request: HttpRequest) -> None:
    """A one-time link was opened in this session just now."""
    request.session[SESSION_KEY] = time.time()


def confirmed_by_link(request: HttpRequest) -> bool:
    opened = request.session.get(SESSION_KEY, 0.0)
    return bool(request.user.is_authenticated and 0 <= time.time() - opened < CONFIRMED_FOR.total_seconds())


@never_cache
@require_safe
@login_required
def confirm_by_link(request: HttpRequest) -> HttpResponse:
    """How to make a fresh link; opening it leads back to `next`."""
    response = render(request, "oauth/confirm_by_link.html", {"command": LINK_COMMAND})
    wanted = request.GET.get("next", "")
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        remember_path(response, wanted)
    return response
