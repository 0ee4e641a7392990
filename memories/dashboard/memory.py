"""One memory: what it says, where it stands, everything that happened to it."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import ContinuumError, NotFound
from memories.dashboard.asking import open_to
from memories.dashboard.clients import Clients
from memories.dashboard.finding import TIERS
from memories.dashboard.happened import told_of
from memories.dashboard.pages import page
from memories.dashboard.typed import as_id
from memories.dashboard.which import Which
from memories.models import Status
from memories.recall.answers import Remembered
from memories.recall.comparing import diff
from memories.recall.listing import list_memories
from memories.recall.reading import History, get_memory, history
from memories.services.quarantine import list_quarantine
from memories.visible import changed
from oauth.middleware import ActorRequest

PAST, WHOLE_PAST = 25, 100  # revisions and events that a page shows, and where more are asked for


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory as its page shows it. `found` is empty for what says nothing at present: `state` tells why
    (archived, silent).
    """

    found: Remembered | None
    past: History
    state: str = ""

    @property
    def version(self) -> int:
        return self.past.version


def look(actor: Actor, which: Which, *, most: int = PAST) -> Shown:
    """The memory with the newest of its past. Raises NotFound, also for what is private and not asked for."""
    past = history(actor, **which.reading, limit=most)
    try:
        return Shown(get_memory(actor, **which.reading), past)
    except NotFound:
        asked: dict[str, Any] = {
            "workspace": past.workspace,
            "task_id": which.task or None,
            "private": which.private,
        }
        found = list_memories(actor, names=[past.name], archived=True, limit=1, **asked).memories
        if found and found[0].memory_id == past.memory_id:
            return Shown(found[0], past, "archived")
        return Shown(None, past, "silent")


@page
def memory(request: ActorRequest) -> HttpResponse:
    which = Which.of(request.GET)
    try:
        shown = look(request.actor, which, most=WHOLE_PAST if request.GET.get("past") == "whole" else PAST)
    except NotFound:
        return absent(request, which)
    return render(request, "dashboard/memory.html", _context(request, which, shown))


def _context(request: ActorRequest, which: Which, shown: Shown) -> dict[str, Any]:
    """Where the memory was found counts, not where it was looked for."""
    clients = Clients(request)
    here = Which(shown.past.name, shown.past.workspace, which.task, which.private)
    return {
        "which": here,
        "shown": shown,
        "memory": shown.found,
        "past": shown.past,
        "happened": [told_of(event, clients) for event in shown.past.events],
        "tiers": TIERS[1:],
        "superseded": Status.SUPERSEDED,
        "cut": next((most for most in (PAST, WHOLE_PAST) if len(shown.past.revisions) == most), 0),
        "usual_past": PAST,
        "elsewhere": [name for name in open_to(request, Permission.WRITE) if name != here.workspace],
        "own": [name for name in open_to(request, Permission.ADMIN) if name != here.workspace],
    }


def absent(request: ActorRequest, which: Which) -> HttpResponse:
    """Not there, or private and not asked for: the page says that it may be either. What is in quarantine is
    told, without its text.
    """
    context = {
        "which": which,
        "asking": Which(which.name, which.workspace, which.task, private=True),
        "held": _held(request.actor, which),
    }
    return render(request, "dashboard/memory_absent.html", context, status=HTTPStatus.NOT_FOUND)


def _held(actor: Actor, which: Which) -> bool:
    where = actor.workspaces.get(which.workspace)
    if where is None or not actor.holds(Permission.REVIEW, where):
        return False
    return any(one.name == which.name for one in list_quarantine(actor, workspace=which.workspace))


@page
def changes(request: ActorRequest) -> HttpResponse:
    """The difference between any two of its revisions."""
    which = Which.of(request.GET)
    before, after = (as_id(request.GET.get(side, "")) for side in ("from", "to"))
    try:
        found = diff(request.actor, from_revision=before, to_revision=after, **which.reading)
    except NotFound:
        return absent(request, which)
    except ContinuumError as error:
        told = {"which": which, "error": error.message}
        return render(request, "dashboard/memory_changes.html", told, status=error.status)
    context = {"which": which, "difference": found, "text": changed(found.stretches)}
    return render(request, "dashboard/memory_changes.html", context)
