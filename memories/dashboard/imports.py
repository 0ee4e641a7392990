"""Imports: a file or a pasted text, looked at first, taken in once a person says so, and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from continuum.kernel.errors import ContinuumError, ValidationFailed
from continuum.kernel.roles import Permission
from memories.dashboard.asking import open_to
from memories.dashboard.clients import Clients
from memories.dashboard.leading import address
from memories.dashboard.pages import action, is_part, page, told
from memories.dashboard.taken_back import tell_kept
from memories.models.imports import Import
from memories.portability.approving import decide_batch
from memories.portability.imports import (
    PASTED,
    confirm_import,
    discard_import,
    get_import,
    list_imports,
    undone_at,
    upload_import,
)
from memories.portability.undoing import undo_import
from oauth import paces
from oauth.middleware import ActorRequest, takes_files

SHOWN = 50
State = Import.State
STATES = {
    State.WAITING: gettext_lazy("waits to be looked at"),
    State.LOOKING: gettext_lazy("is being looked at"),
    State.LOOKED: gettext_lazy("waits for your yes"),
    State.CONFIRMED: gettext_lazy("is about to begin"),
    State.IMPORTING: gettext_lazy("is being imported"),
    State.DONE: gettext_lazy("imported"),
    State.FAILED: gettext_lazy("failed"),
}
MOVING = (State.WAITING, State.LOOKING, State.CONFIRMED, State.IMPORTING)
COUNTED = {
    "stored": gettext_lazy("stored"),
    "proposed": gettext_lazy("wait for review"),
    "duplicate": gettext_lazy("known already"),
    "forgotten": gettext_lazy("forgotten here before"),
    "refused": gettext_lazy("refused"),
    "unreadable": gettext_lazy("could not be read"),
}


@page
def imports(request: ActorRequest) -> HttpResponse:
    rows = list(list_imports(request.actor)[: SHOWN + 1])
    context = {
        "rows": [(row, STATES[State(row.state)], _colour(row)) for row in rows[:SHOWN]],
        "more": len(rows) > SHOWN,
        "workspaces": open_to(request, Permission.WRITE),
    }
    return render(request, "dashboard/imports.html", context)


def _colour(row: Import) -> str:
    if row.state == State.FAILED:
        return "bad"
    return "good" if row.state == State.DONE else "wait"


@action
@takes_files
def upload(request: ActorRequest) -> HttpResponse:
    """Take a file or a text in and go to where it is looked at."""
    try:
        paces.imports().keep(request.actor)
        chunks, filename = _brought(request)
        workspace = request.POST.get("workspace") or None
        row = upload_import(request.actor, chunks=chunks, filename=filename, workspace=workspace)
    except ContinuumError as error:
        messages.error(request, error.message)
        return redirect("imports")
    return redirect("import-one", import_id=row.pk)


def _brought(request: ActorRequest) -> tuple[Iterable[bytes], str]:
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file is not None and not isinstance(file, list):
        return file.chunks(), file.name or PASTED
    if not text.strip():
        raise ValidationFailed(_("Choose a file or paste a text."), field="file")
    return [text.encode("utf-8", "replace")], PASTED


@page
def one(request: ActorRequest, import_id: UUID) -> HttpResponse:
    """How far it is and what would come, or came, of it. Asked for as a part, it is its state alone."""
    row = get_import(request.actor, import_id=import_id)
    counts = row.report.get("counts", {})
    context: dict[str, Any] = {
        "row": row,
        "state": STATES[State(row.state)],
        "colour": _colour(row),
        "moving": row.state in MOVING,
        "counts": [(COUNTED.get(name, name), count) for name, count in counts.items()],
        "proposed": counts.get("proposed", 0),
        "remarks": row.report.get("remarks", []),
        "unlisted": row.report.get("unlisted", 0),
        "batches": row.report.get("batches", []),
        "undone": undone_at(row),
        "who": Clients(request).who(row.client, row.agent),
    }
    template = "parts/import_state.html" if is_part(request) else "dashboard/import.html"
    return render(request, template, context)


@action
def decide(request: ActorRequest, import_id: UUID) -> HttpResponse:
    """Confirm it, discard it, take it back, or approve what it proposed: what the button says."""
    wanted = request.POST.get("wanted", "")
    here = reverse("import-one", args=[import_id])
    if wanted == "discard":
        return told(request, lambda: _discarded(request, import_id), onward=address("imports"))
    done = {"confirm": _confirmed, "undo": _undone, "approve": _approved}.get(wanted)
    if done is None:
        return redirect(here)
    return told(request, lambda: done(request, import_id), onward=here)


def _confirmed(request: ActorRequest, import_id: UUID) -> str:
    confirm_import(request.actor, import_id=import_id)
    return _("It is being imported. You can leave this page.")


def _discarded(request: ActorRequest, import_id: UUID) -> str:
    discard_import(request.actor, import_id=import_id)
    return _("The upload is gone. Nothing was imported.")


def _undone(request: ActorRequest, import_id: UUID) -> str:
    undone = undo_import(request.actor, import_id=import_id)
    tell_kept(request, undone.kept)
    told_of = _(
        "%(removed)s archived, %(restored)s set back, %(withdrawn)s proposals withdrawn, %(kept)s kept."
    )
    return told_of % undone.counts


def _approved(request: ActorRequest, import_id: UUID) -> str:
    row = get_import(request.actor, import_id=import_id)
    approved = sum(
        decide_batch(request.actor, batch_id=UUID(batch)).get("active", 0)
        for batch in row.report.get("batches", [])
    )
    return ngettext("%(n)s proposal approved.", "%(n)s proposals approved.", approved) % {"n": approved}
