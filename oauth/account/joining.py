"""Following a link into somebody's workspace: who is there already joins, who is not signs in first."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from continuum.kernel.roles import Role
from memories.services.invitations import Offer, accept_invitation, find_offer
from oauth.account.invitations import SESSION_KEY
from oauth.sign_up import SignUp


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="invitation", limit_get=True)
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """What the link leads to, and by POST the way in. It is used up by nothing but joining."""
    offer = find_offer(secret)
    actor: Actor | None = getattr(request, "actor", None)
    if offer is None:
        return render(request, "oauth/join.html", {"offer": None}, status=404)
    if actor is None:
        return _to_sign_in(request, offer, secret)
    if request.method == "POST":
        return _joined(request, actor, offer, secret)
    return _asked(request, actor, offer)


def _to_sign_in(request: HttpRequest, offer: Offer, secret: str) -> HttpResponse:
    """The session keeps the link, which also lets somebody make an account where only who is invited may."""
    request.session[SESSION_KEY] = secret
    onward = urlencode({"next": request.path})
    context = {
        "offer": offer,
        "role": _AS[offer.role](),
        "stranger": True,
        "onward": f"?{onward}",
        "may_sign_up": settings.SIGN_UP != SignUp.CLOSED,
        # By invitation alone, making the account is what uses the link up (oauth.services.invitations).
        "back_here": "" if settings.SIGN_UP == SignUp.INVITE else f"?{onward}",
    }
    return render(request, "oauth/join.html", context)


def _joined(request: HttpRequest, actor: Actor, offer: Offer, secret: str) -> HttpResponse:
    try:
        name = accept_invitation(actor, secret=secret, name=request.POST.get("name") or None)
    except ContinuumError as error:
        return _asked(
            request,
            actor,
            offer,
            error=error.message,
            name=request.POST.get("name", ""),
            status=error.status,
        )
    if request.session.get(SESSION_KEY) == secret:
        del request.session[SESSION_KEY]
    return redirect(f"/?{urlencode({'workspace': name})}")


def _asked(
    request: HttpRequest, actor: Actor, offer: Offer, *, error: str = "", name: str = "", status: int = 200
) -> HttpResponse:
    """`taken`: that they call another workspace so, and choose a name for this one."""
    context = {
        "offer": offer,
        "role": _AS[offer.role](),
        "name": name or offer.workspace,
        "taken": offer.workspace in actor.workspaces,
        "inside": offer.workspace_id in actor.workspaces.values(),
        "error": error,
    }
    return render(request, "oauth/join.html", context, status=status)


_AS = {
    Role.READER: lambda: _("a reader: you read everything in it and change nothing"),
    Role.REVIEWER: lambda: _("a reviewer: you read it, and decide on what agents propose"),
    Role.EDITOR: lambda: _("an editor: you read, review, write and forget in it"),
    Role.OWNER: lambda: _("its owner"),
}
