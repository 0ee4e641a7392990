"""Opening an invitation: the session keeps it until the account is made."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

SESSION_KEY = "invitation"


@never_cache
@rate_limit(action="invitation", limit_get=True)
def open_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """To the page on which an account is made; that one says when the invitation is over."""
    request.session[SESSION_KEY] = secret
    return redirect("account_signup")


def invited_by(request: HttpRequest) -> str:
    """The secret of the invitation that was opened in this session; empty for none."""
    return str(request.session.get(SESSION_KEY, ""))
