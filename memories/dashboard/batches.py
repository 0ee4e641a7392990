"""Batches: what was written at once, by an agent or an import, and taking one back as a whole."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from continuum.kernel.errors import ContinuumError
from memories.dashboard.clients import Clients
from memories.dashboard.leading import memory_page
from memories.dashboard.pages import action, page
from memories.dashboard.taken_back import kept_of, parts_of
from memories.intake.again import undo_batch
from memories.recall.chronicle import About, abouts
from memories.services.batches import get_batch, list_batches, memories_of
from oauth.middleware import ActorRequest

SHOWN, NAMED = 50, 100


@page
def batches(request: ActorRequest) -> HttpResponse:
    """The newest of all open workspaces."""
    clients = Clients(request)
    rows = list(list_batches(request.actor)[: SHOWN + 1])
    where = {pk: name for name, pk in request.actor.workspaces.items()}
    context = {
        "rows": [(row, clients.who(row.client, row.agent), where[row.workspace_id]) for row in rows[:SHOWN]],
        "more": SHOWN if len(rows) > SHOWN else 0,
    }
    return render(request, "dashboard/batches.html", context)


@page
def batch(request: ActorRequest, batch_id: UUID) -> HttpResponse:
    """What it wrote, and the way to take it back."""
    row = get_batch(request.actor, batch_id=batch_id)
    ids = memories_of(request.actor, batch_id=batch_id)
    names = abouts(request.actor, ids[:NAMED], private=False)
    context = {
        "batch": row,
        "who": Clients(request).who(row.client, row.agent),
        "memories": [(each, _address(each)) for each in names.values()],
        "count": len(ids),
        "unnamed": len(ids) - len(names),
    }
    return render(request, "dashboard/batch.html", context)


def _address(about: About) -> str:
    return memory_page(about.name, about.workspace, task_id=about.task_id, private=about.private)


@action
def undo(request: ActorRequest, batch_id: UUID) -> HttpResponse:
    """Take it back and show the receipt: what went back, and what stayed and why."""
    try:
        undone = undo_batch(request.actor, batch_id=batch_id)
    except ContinuumError as error:
        messages.error(request, error.message)
        return redirect("connections-batch", batch_id=batch_id)
    context = {"batch_id": batch_id, "parts": parts_of(undone), "kept": kept_of(undone)}
    return render(request, "dashboard/batch_undone.html", context)
