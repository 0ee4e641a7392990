"""Approving a proposal in the person's own words. What they typed is never lost."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from continuum.kernel.errors import ContinuumError
from memories.dashboard.deciding import LAST, REPLACE, after
from memories.dashboard.pages import action
from memories.dashboard.queue import beside_queue
from memories.dashboard.typed import as_number
from memories.intake.editing import approve_edited
from memories.intake.typed_json import read_json
from memories.recall.proposal import get_proposal
from oauth.middleware import ActorRequest


@action
def edit(request: ActorRequest, revision_id: UUID) -> HttpResponse:
    text = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        _approve(request, revision_id, text)
    except ContinuumError as error:
        return _once_more(request, revision_id, text, error)
    request.session.pop(LAST, None)
    messages.success(request, _("Approved in your words."))
    return redirect(after(request, revision_id, stay=False))


def _approve(request: ActorRequest, revision_id: UUID, text: str) -> None:
    structured = get_proposal(request.actor, revision_id=revision_id).proposal.revision.value is not None
    said: dict[str, Any] = {"value": read_json(text)} if structured else {"content": text}
    approve_edited(
        request.actor,
        revision_id=revision_id,
        anyway="anyway" in request.POST,
        replace_similar=request.POST.get("decision") == REPLACE,
        expected_version=as_number(request.POST.get("expected_version", "")),
        **said,
    )


def _once_more(request: ActorRequest, revision_id: UUID, text: str, error: ContinuumError) -> HttpResponse:
    """The proposal as it is now, with the words that were typed; the queue where it is gone from there."""
    request.GET = QueryDict(request.POST.get("kept", "").removeprefix("?"))
    context = beside_queue(request, revision_id)
    if context is None:
        messages.error(request, error.message)
        return redirect(after(request, revision_id, stay=True))
    typed = {"typed": text, "refused": error.message}
    return render(request, "dashboard/review.html", {**context, **typed}, status=error.status)
