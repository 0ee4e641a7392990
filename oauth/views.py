"""Signing in and out. Passkeys, codes and other people's accounts join here with allauth."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from continuum.kernel.errors import Unauthorized
from oauth.middleware import without_actor
from oauth.models import User
from oauth.returning import sent_back
from oauth.services.people import settle_in
from oauth.services.sign_in import LINK_LIFETIME, is_open_link, redeem_sign_in_link

HOME = "home"
BACKEND = "django.contrib.auth.backends.ModelBackend"
GONE = 410
# What makes a new link. Elsewhere than on a person's own machine it must be told for whom.
COMMAND = ".venv/bin/python manage.py sign_in_link" + ("" if settings.LOCAL_PROFILE else " NAME")


@without_actor
@never_cache
@require_http_methods(["GET", "POST"])
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
    return sent_back(request, otherwise=HOME)


def enter(request: HttpRequest, person: User) -> None:
    """Open a session for the person."""
    login(request, person, backend=BACKEND)
    settle_in(person)


def _page(request: HttpRequest, *, usable: bool) -> HttpResponse:
    minutes = int(LINK_LIFETIME.total_seconds() // 60)
    context = {"usable": usable, "minutes": minutes, "command": COMMAND}
    return render(request, "oauth/sign_in_link.html", context, status=200 if usable else GONE)


class SignIn(LoginView):
    """Name and password, and how to come by a one-time link."""

    template_name = "oauth/sign_in.html"
    next_page = HOME
    redirect_authenticated_user = True
    extra_context = {"command": COMMAND}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        settle_in(form.get_user())
        return super().form_valid(form)


class SignOut(LogoutView):
    next_page = "sign-in"
    http_method_names = ("post", "options")


sign_in = without_actor(SignIn.as_view())
sign_out = without_actor(SignOut.as_view())
