"""The home page: what waits, what is new, how to find it, how to connect."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import ValidationFailed
from memories.dashboard.connecting import connections, mcp_address
from memories.dashboard.forms import SearchForm, TokenForm
from memories.engines.base import EngineError
from memories.engines.registry import embedder
from memories.recall.listing import list_memories
from memories.recall.overview import overview
from memories.recall.proposals import page_of_proposals
from memories.recall.recall import recall
from memories.services.jobs import count_jobs, list_failed_jobs
from memories.services.workspaces import list_workspaces
from oauth.middleware import ActorRequest
from oauth.services.tokens import list_tokens

HITS, NEWEST, WAITING, FAILURES = 10, 8, 10, 5


@never_cache
@login_required
@require_safe
def home(request: ActorRequest) -> HttpResponse:
    """One workspace at a glance, or the answer to a question put to it."""
    form = SearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {"error": _("This cannot be searched for.")}
    workspace = asked.get("workspace") or DEFAULT_WORKSPACE
    context = {
        "workspace": workspace,
        "query": asked.get("q", ""),
        "private": asked.get("private", False),
        **_store(request.actor, workspace, private=bool(asked.get("private"))),
        **_search(request.actor, workspace, asked),
        **_connecting(request),
    }
    return render(request, "dashboard/home.html", context)


def _store(actor: Actor, workspace: str, *, private: bool) -> dict[str, Any]:
    return {
        "overview": overview(actor, workspace=workspace),
        "workspaces": list(list_workspaces(actor)),
        "queue": page_of_proposals(actor, limit=WAITING),
        "newest": list_memories(
            actor, workspace=workspace, statuses=["active"], private=private, limit=NEWEST
        ).memories,
        "jobs": count_jobs(actor),
        "failures": list_failed_jobs(actor)[:FAILURES],
        "model": model_name(),
    }


def _search(actor: Actor, workspace: str, asked: dict[str, Any]) -> dict[str, Any]:
    if not asked.get("q"):
        return {"found": None, "search_error": asked.get("error", "")}
    try:
        found = recall(actor, query=asked["q"], workspace=workspace, private=asked["private"], limit=HITS)
    except ValidationFailed as error:
        return {"found": None, "search_error": error.message}
    return {"found": found}


def _connecting(request: ActorRequest) -> dict[str, Any]:
    return {
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
