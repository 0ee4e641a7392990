"""The review queue: a list to walk through, and beside it the proposal that is looked at."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from continuum.kernel.errors import ContinuumError, NotFound
from continuum.kernel.roles import Permission
from memories.dashboard.asking import open_to
from memories.dashboard.deciding import last_decided
from memories.dashboard.pages import is_part, page
from memories.models import Memory
from memories.recall.proposal import Examined, get_proposal
from memories.recall.proposals import Proposals, page_of_proposals
from memories.visible import beside, difference, whole
from oauth.middleware import ActorRequest

ON_A_PAGE = 50
FIELDS = {
    "kind": gettext_lazy("Kind"),
    "recall_tier": gettext_lazy("Recall tier"),
    "sensitivity": gettext_lazy("Privacy"),
    "tags": gettext_lazy("Tags"),
    "expires_at": gettext_lazy("Expires"),
    "check_by": gettext_lazy("Check by"),
}


@page
def review(request: ActorRequest) -> HttpResponse:
    """The queue with its first proposal; on a phone the list alone."""
    queue = _queue(request)
    first = queue.proposals[0].revision.pk if queue.proposals else None
    shown = _examined(request, first) if first else None
    return render(request, "dashboard/review.html", _context(request, queue, shown))


@page
def review_one(request: ActorRequest, revision_id: UUID) -> HttpResponse:
    """One proposal: with the queue beside it or, for htmx, alone."""
    shown = _examined(request, revision_id)
    if shown is None:
        messages.info(request, _("This proposal is not in the queue: it was decided already."))
        return redirect(f"{reverse('review')}{_kept(request)}")
    if is_part(request):
        return render(request, "dashboard/review_one.html", {**told_of(shown), "kept": _kept(request)})
    return render(request, "dashboard/review.html", _beside(request, shown))


def beside_queue(request: ActorRequest, revision_id: UUID) -> dict[str, Any] | None:
    """What its page shows: the proposal and the queue; None for one that does not wait."""
    shown = _examined(request, revision_id)
    return _beside(request, shown) if shown else None


def _beside(request: ActorRequest, shown: Examined) -> dict[str, Any]:
    return {**_context(request, _queue(request), shown), "one": True}


def _queue(request: ActorRequest) -> Proposals:
    asked = {name: request.GET[name] for name in ("workspace", "cursor") if request.GET.get(name)}
    try:
        return page_of_proposals(request.actor, limit=ON_A_PAGE, **asked)
    except NotFound:
        raise
    except ContinuumError:  # a cursor of another list: from the beginning
        asked.pop("cursor", None)
        return page_of_proposals(request.actor, limit=ON_A_PAGE, **asked)


def _examined(request: ActorRequest, revision_id: UUID) -> Examined | None:
    try:
        return get_proposal(request.actor, revision_id=revision_id)
    except NotFound:
        return None


def _kept(request: ActorRequest) -> str:
    kept = {name: request.GET[name] for name in ("workspace", "cursor") if request.GET.get(name)}
    return f"?{urlencode(kept)}" if kept else ""


def _context(request: ActorRequest, queue: Proposals, shown: Examined | None) -> dict[str, Any]:
    workspace = request.GET.get("workspace", "")
    more = {"cursor": queue.next_cursor or "", **({"workspace": workspace} if workspace else {})}
    return {
        "queue": queue,
        "workspace": workspace,
        "workspaces": open_to(request, Permission.REVIEW),
        "kept": _kept(request),
        "more": urlencode(more) if queue.next_cursor else "",
        "undo": last_decided(request),
        **(told_of(shown) if shown else {}),
    }


def told_of(shown: Examined) -> dict[str, Any]:
    """What the pane shows of a proposal."""
    proposal, now = shown.proposal, shown.current
    revision = proposal.revision
    others = [(other, beside(other.content, revision.content)) for other in shown.others]
    return {
        "shown": shown,
        "proposal": proposal,
        "revision": revision,
        "memory": revision.memory,
        "text": _text(shown),
        "unchanged": now is not None and now.content == revision.content,
        "others": others,
        "contradicts": any(other.contradicts for other in shown.others),
        "changes": _changes(revision.memory, revision.changes),
        "stale": proposal.outdated_because,
        "anyway": bool(proposal.outdated_because) or shown.archived,
        "structured": revision.value is not None,
    }


def _text(shown: Examined) -> SafeString:
    text, now = shown.proposal.revision.content, shown.current
    return difference(now.content, text) if now else whole(text)


def _changes(memory: Memory, changes: dict[str, Any]) -> list[tuple[Any, str, str]]:
    """(what, before, after) of what approving would set beside the text."""
    told = []
    for field, value in changes.items():
        before = _said(getattr(memory, field, None)) if memory.version else ""
        if before != _said(value) and (memory.version or field != "kind"):
            told.append((FIELDS.get(field, field), before, _said(value)))
    return told


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
