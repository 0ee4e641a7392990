"""Handoffs: the tasks that agents pass on, and a person's word in it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.dashboard.asking import open_to
from memories.dashboard.clients import Clients
from memories.dashboard.leading import address, memory_page
from memories.dashboard.pages import action, onward, page, told
from memories.intake.handoffs import decline_handoff
from memories.models import Handoff
from memories.recall.handoffs import Shown, get_handoff, list_handoffs
from memories.services.handoffs import acknowledge_handoff, erase_handoff, withdraw_handoff
from oauth.middleware import ActorRequest

SHOWN = 20
State = Handoff.State
TABS = {
    "open": (gettext_lazy("Open"), [State.OPEN]),
    "settled": (
        gettext_lazy("Settled"),
        [State.ACKNOWLEDGED, State.DECLINED, State.WITHDRAWN, State.REPLACED, State.EXPIRED],
    ),
}
STATES = {
    State.OPEN: gettext_lazy("open"),
    State.ACKNOWLEDGED: gettext_lazy("taken"),
    State.DECLINED: gettext_lazy("declined"),
    State.WITHDRAWN: gettext_lazy("taken back"),
    State.REPLACED: gettext_lazy("replaced by a newer one"),
    State.EXPIRED: gettext_lazy("expired"),
}


@page
def handoffs(request: ActorRequest) -> HttpResponse:
    """What waits to be taken or, asked for, what was settled; newest first."""
    shows = "settled" if request.GET.get("show") == "settled" else "open"
    workspace, private = request.GET.get("workspace") or None, request.GET.get("private") == "1"
    found = list_handoffs(
        request.actor,
        workspace=workspace,
        states=[state.value for state in TABS[shows][1]],
        private=private,
        limit=SHOWN,
        cursor=request.GET.get("cursor") or None,
    )
    clients = Clients(request)
    kept = {"show": shows, "workspace": workspace, "private": "1" if private else ""}
    context = {
        "tab": shows,
        "tabs": [(key, tab[0], address("handoffs", **{**kept, "show": key})) for key, tab in TABS.items()],
        "workspace": workspace or "",
        "workspaces": open_to(request),
        "private": private,
        "handoffs": [_entry(shown, clients) for shown in found.handoffs],
        "older": address("handoffs", **kept, cursor=found.next_cursor) if found.next_cursor else "",
        "newest": address("handoffs", **kept) if request.GET.get("cursor") else "",
    }
    return render(request, "dashboard/handoffs.html", context)


@page
def handoff(request: ActorRequest, handoff_id: UUID) -> HttpResponse:
    """One, whole, with the words that have an agent go on with it."""
    shown = get_handoff(request.actor, handoff_id=handoff_id, private=request.actor.private)
    return render(request, "dashboard/handoff.html", _entry(shown, Clients(request)))


def _entry(shown: Shown, clients: Clients) -> dict[str, Any]:
    row = shown.handoff
    return {
        "shown": shown,
        "handoff": row,
        "state": STATES[State(shown.state)],
        "open": shown.state == State.OPEN,
        "maker": clients.who(row.client, row.agent),
        "settler": clients.who(row.settled_client, row.settled_agent) if row.settled_at else "",
        "memories": [
            (linked, memory_page(linked.name, linked.workspace, task_id=row.task_id if linked.name else None))
            for linked in shown.memories
        ],
        "lists": [(label, getattr(row, field)) for field, label in LISTS.items() if getattr(row, field)],
    }


LISTS = {
    "next_actions": gettext_lazy("What comes next"),
    "decisions": gettext_lazy("What was decided"),
    "blocked_by": gettext_lazy("What it waits for"),
    "ruled_out": gettext_lazy("What was ruled out"),
    "artifacts": gettext_lazy("What there is"),
}


@action
def settle(request: ActorRequest, handoff_id: UUID) -> HttpResponse:
    """Take it, decline it with a word, take it back, or erase it: what the button says."""
    wanted = request.POST.get("wanted", "")

    def settled() -> str:
        if wanted == "take":
            acknowledge_handoff(request.actor, handoff_id=handoff_id)
            return _("It is yours now. No agent goes on with it unless you hand it over.")
        if wanted == "decline":
            answer = request.POST.get("answer", "")
            decline_handoff(request.actor, handoff_id=handoff_id, answer=answer)
            return _("Declined. Its maker reads your word on it.")
        if wanted == "erase":
            erase_handoff(request.actor, handoff_id=handoff_id)
            return _("Erased, with all its words.")
        withdraw_handoff(request.actor, handoff_id=handoff_id)
        return _("Taken back. Nobody goes on with it.")

    return told(request, settled, onward=onward(request, address("handoffs")))
