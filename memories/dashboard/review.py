"""The buttons of the review queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from continuum.kernel.actor import DEFAULT_WORKSPACE
from continuum.kernel.errors import ContinuumError
from memories.dashboard.pages import action
from memories.services import review
from oauth.middleware import ActorRequest


@action
def approve(request: ActorRequest, revision_id: UUID) -> HttpResponse:
    anyway = "anyway" in request.POST
    return _decided(request, _("Approved."), review.approve, revision_id=revision_id, anyway=anyway)


@action
def reject(request: ActorRequest, revision_id: UUID) -> HttpResponse:
    return _decided(
        request, _("Rejected. This text is not proposed again."), review.reject, revision_id=revision_id
    )


def _decided(request: ActorRequest, done: str, verb: Callable[..., object], **asked: Any) -> HttpResponse:
    """Decide, say how it went, and go back to the queue it was in."""
    try:
        verb(request.actor, **asked)
    except ContinuumError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, done)
    query = urlencode({"workspace": request.POST.get("workspace", DEFAULT_WORKSPACE)})
    return redirect(f"{reverse('home')}?{query}#review")
