"""One-time links: how a session is opened without a password."""

from __future__ import annotations

from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from continuum.kernel.errors import Unauthorized
from oauth.account.commands import LINK_COMMAND
from oauth.account.confirming import note_link
from oauth.known_browsers import remember_browser
from oauth.middleware import without_actor
from oauth.models import User
from oauth.returning import sent_back
from oauth.services import account_events
from oauth.services.people import settle_in
from oauth.services.sessions import note_session
from oauth.services.sign_in import LINK_LIFETIME, is_open_link, redeem_sign_in_link

HOME = "home"


@without_actor
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="sign_in_link", limit_get=True)
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link shows a button; only the button uses it up, so that previews and scanners cannot."""
    if request.method == "GET":
        usable = is_open_link(secret)
        return _page(request, usable=usable)
    try:
        person = redeem_sign_in_link(secret)
    except Unauthorized:
        return _page(request, usable=False)
    enter(request, person)
    response = sent_back(request, otherwise=HOME)
    remember_browser(request, response, person.pk)
    return response


def enter(request: HttpRequest, person: User) -> None:
    """Open a session. Whoever can make a link runs the server: no second factor is asked for."""
    get_adapter(request).login(request, person)
    note_session(request)
    note_link(request)
    account_events.record(person.pk, account_events.SIGNED_IN, details={"ways": ["link"]})
    settle_in(person)


def _page(request: HttpRequest, *, usable: bool) -> HttpResponse:
    minutes = int(LINK_LIFETIME.total_seconds() // 60)
    context = {"usable": usable, "minutes": minutes, "command": LINK_COMMAND}
    return render(
        request, "oauth/sign_in_link.html", context, status=HTTPStatus.OK if usable else HTTPStatus.GONE
    )
