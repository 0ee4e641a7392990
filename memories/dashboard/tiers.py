"""The button that makes a memory a standing rule."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from continuum.kernel.actor import DEFAULT_WORKSPACE
from continuum.kernel.errors import ContinuumError
from memories.dashboard.pages import action
from memories.models import RecallTier
from memories.services.recall_tier import set_recall
from oauth.middleware import ActorRequest


@action
def promote(request: ActorRequest) -> HttpResponse:
    """Have a memory recalled always, say how it went, and go back to its workspace."""
    workspace = request.POST.get("workspace", DEFAULT_WORKSPACE)
    name = request.POST.get("name", "")
    try:
        set_recall(request.actor, name=name, recall=RecallTier.ALWAYS, workspace=workspace)
    except ContinuumError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("It is a standing rule now: every agent is told it each time."))
    return redirect(f"{reverse('home')}?{urlencode({'workspace': workspace})}")
