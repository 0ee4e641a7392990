"""The home page: what waits, what happened, how it is, and for who is new, how to begin."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from continuum.kernel.actor import DEFAULT_WORKSPACE
from memories.dashboard.clients import Clients
from memories.dashboard.connecting import connections, mcp_address
from memories.dashboard.forms import TokenForm
from memories.dashboard.happened import told_of
from memories.dashboard.pages import page
from memories.dashboard.welcome import start_of
from memories.dashboard.which import Which
from memories.engines.base import EngineError
from memories.engines.registry import embedder
from memories.recall.happenings import Lately, lately
from memories.recall.listing import list_memories
from memories.recall.overview import overview
from memories.recall.proposals import page_of_proposals
from memories.services.jobs import count_jobs, list_failed_jobs
from memories.services.workspaces import list_places
from oauth.middleware import ActorRequest
from oauth.services.tokens import list_tokens

NEWEST, WAITING, FAILURES, HAPPENED = 6, 4, 5, 8


@page
def home(request: ActorRequest) -> HttpResponse:
    """One workspace at a glance."""
    workspace = request.GET.get("workspace") or DEFAULT_WORKSPACE
    context = {"workspace": workspace, **_store(request, workspace), **_connecting(request)}
    return render(request, "dashboard/home.html", context)


def _store(request: ActorRequest, workspace: str) -> dict[str, Any]:
    actor, clients = request.actor, Clients(request)
    newest = list_memories(actor, workspace=workspace, statuses=["active"], limit=NEWEST).memories
    return {
        "overview": overview(actor, workspace=workspace),
        "workspaces": list_places(actor),
        "queue": page_of_proposals(actor, limit=WAITING),
        "newest": newest,
        "happened": [_told(event, clients) for event in lately(actor, limit=HAPPENED)],
        "jobs": count_jobs(actor),
        "failures": list_failed_jobs(actor)[:FAILURES],
        "model": model_name(),
    }


def _told(event: Lately, clients: Clients) -> Any:
    address = Which(event.name, event.workspace, event.task_id).address() if event.name else ""
    return told_of(event, clients, name=event.name, address=address)


def _connecting(request: ActorRequest) -> dict[str, Any]:
    return {
        "start": start_of(request.actor, request.user),
        "mcp_address": mcp_address(),
        "connect_page": f"{settings.PUBLIC_URL}/connect",
        "connections": connections(),
        "tokens": list_tokens(request.user),
        "token_form": TokenForm(),
        "local": settings.LOCAL_PROFILE,
    }


def model_name() -> str:
    """The embedding model in use; empty when there is none and words are all there is."""
    try:
        engine = embedder()
    except EngineError:
        return ""
    return engine.model_id if engine.dimensions else ""
