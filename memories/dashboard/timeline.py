"""The timeline: everything that happened, day by day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from continuum.kernel.errors import ValidationFailed
from memories.dashboard.asking import GROUPS, HappeningsAsked, open_to, status_of, wrong_in
from memories.dashboard.clients import Clients
from memories.dashboard.deeds import told
from memories.dashboard.leading import memory_page, older
from memories.dashboard.pages import page
from memories.recall.chronicle import MOST_LOOKED_AT, Happened, Happenings, list_events
from oauth.middleware import ActorRequest

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it is told: who did what to which memory, and where that leads; `batch` leads to the batch
    that it began or undid.
    """

    event: Happened
    did: Any
    who: str
    address: str
    batch: str


@page
def timeline(request: ActorRequest) -> HttpResponse:
    form = HappeningsAsked(request.GET)
    given = form.given()
    asked = {key: value for key, value in given.items() if key not in {"private", "cursor"}}
    error, found = wrong_in(form), Happenings([])
    try:
        found = list_events(
            request.actor,
            **asked,
            private="private" in given,
            limit=SHOWN,
            cursor=given.get("cursor"),
        )
    except ValidationFailed as refused:
        error = refused.message
    clients = Clients(request)
    context = {
        "entries": [_entry(event, clients) for event in found.events],
        "error": error,
        "cut": MOST_LOOKED_AT if found.cut else 0,
        "given": given,
        "filtered": bool(asked) or "cursor" in given,
        "older": older("timeline", {k: v for k, v in given.items() if k != "cursor"}, found.next_cursor),
        "workspaces": open_to(request),
        "groups": GROUPS,
        "clients": clients.choices(),
    }
    return render(request, "dashboard/timeline.html", context, status=status_of(error))


def _entry(event: Happened, clients: Clients) -> Entry:
    about = event.memory
    address = (
        memory_page(about.name, about.workspace, task_id=about.task_id, private=about.private)
        if about
        else ""
    )
    of_batch = event.action.startswith("batch.") and "batch" in event.details
    batch = reverse("connections-batch", args=[event.details["batch"]]) if of_batch else ""
    who = clients.who(event.client, event.agent, by=event.user_id)
    return Entry(event, told(event.action), who, address, batch)
