"""The first day: connect a client, say how its words come in, and remember something."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from memories.dashboard.connecting import mcp_address, signing_in
from memories.dashboard.forms import TokenForm
from memories.dashboard.pages import action, page
from memories.dashboard.which import Which
from memories.intake.submit import submit
from memories.recall.listing import list_memories
from memories.services.drafts import Draft, Outcome
from oauth.middleware import ActorRequest
from oauth.models import User
from oauth.services.connections import list_connections
from oauth.services.tokens import list_tokens


@dataclass(frozen=True, slots=True)
class Start:
    """How far somebody came: the names of the clients that connected, and whether something is remembered."""

    clients: list[str]
    remembered: bool

    @property
    def finished(self) -> bool:
        return bool(self.clients) and self.remembered


def start_of(actor: Actor, user: User) -> Start:
    return Start(_clients(actor, user), bool(list_memories(actor, private=True, limit=1).memories))


def _clients(actor: Actor, user: User) -> list[str]:
    """Those that came by signing in, then those that used a token."""
    let_in = [str(connection.client.label) for connection in list_connections(actor)]
    return let_in + [token.name for token in list_tokens(user) if token.last_used_at]


@page
def welcome(request: ActorRequest) -> HttpResponse:
    return _shown(request)


def _shown(request: ActorRequest, *, typed: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    context = {
        "start": start_of(request.actor, request.user),
        "ways": signing_in(),
        "mcp_address": mcp_address(),
        "connect_page": f"{settings.PUBLIC_URL}/connect",
        "token_form": TokenForm(),
        "typed": typed,
    }
    return render(request, "dashboard/welcome.html", context, status=status)


@page
def arrived(request: ActorRequest) -> HttpResponse:
    """The part of the page that waits for the first client."""
    start = start_of(request.actor, request.user)
    return render(request, "dashboard/welcome_arrived.html", {"start": start})


@action
def remember(request: ActorRequest) -> HttpResponse:
    """The first memory, in the person's own words; what was refused stays in the form."""
    text = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        answer = submit(request.actor, draft=Draft(content=text))
    except ContinuumError as error:
        messages.error(request, error.message)
        return _shown(request, typed=text, status=error.status)
    if answer.status in (Outcome.STORED, Outcome.DUPLICATE):
        messages.success(request, _("Remembered. Every agent that you connect knows it now."))
    elif answer.status is Outcome.PROPOSED:
        messages.success(request, _("It waits for your review."))
    else:
        messages.error(request, answer.reason)
        return _shown(request, typed=text, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if start_of(request.actor, request.user).finished:
        return redirect(Which(answer.name, answer.workspace).address())
    return redirect("welcome")
