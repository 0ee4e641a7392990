"""Giving an agent its token, and taking it back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from continuum.kernel.errors import ContinuumError
from memories.dashboard.connecting import connections, mcp_address
from memories.dashboard.forms import TokenForm
from memories.dashboard.pages import action
from oauth.middleware import ActorRequest
from oauth.services.tokens import issue_token, revoke_token


@action
def create(request: ActorRequest) -> HttpResponse:
    """A new token, shown this once, in the lines to paste. It is kept in no session and no cache."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("A connection needs a name and something it may do."))
        return _back()
    asked = form.cleaned_data
    try:
        token = issue_token(request.user, name=asked["name"], permissions=asked["permissions"])
    except ContinuumError as error:
        messages.error(request, error.message)
        return _back()
    context = {
        "name": asked["name"],
        "token": token,
        "connections": connections(token),
        "mcp_address": mcp_address(),
    }
    return render(request, "dashboard/token.html", context)


@action
def revoke(request: ActorRequest, token_id: int) -> HttpResponse:
    revoke_token(request.user, token_id=token_id)
    messages.success(request, _("Revoked. Whoever holds that token is a stranger now."))
    return _back()


def _back() -> HttpResponse:
    return redirect(f"{reverse('home')}#connect")
