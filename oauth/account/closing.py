"""Closing one's account, from its page."""

from __future__ import annotations

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from continuum.kernel.errors import Conflict
from oauth.account.forms import CloseAccountForm
from oauth.middleware import ActorRequest
from oauth.services.closing import close_account, what_goes


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def close(request: ActorRequest) -> HttpResponse:
    """What goes with the account, and the button. Afterwards nobody is signed in any more."""
    person, owned = request.user, what_goes(request.user)
    shared = [each.name for each in owned if each.others]
    form = CloseAccountForm(request.POST or None, name=person.get_username(), shared=shared)
    if form.is_valid():
        try:
            close_account(person, shared=form.cleaned_data["shared"])
        except Conflict as refusal:
            form.add_error(None, refusal.message)
        else:
            logout(request)
            return render(request, "oauth/closed.html")
    context = {"form": form, "owned": owned, "name": person.get_username(), "local": settings.LOCAL_PROFILE}
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "oauth/close.html", context, status=status)
