"""Backups: everything in one file, brought back whole or not at all; copies to read; starting over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from continuum.kernel.errors import ValidationFailed
from memories.dashboard.asking import open_to
from memories.dashboard.leading import address
from memories.dashboard.pages import action, page, told
from memories.dashboard.progress import over, telling
from memories.dashboard.transfers import shown
from memories.portability.backup.reading import check
from memories.portability.limits import MOST_UPLOAD
from memories.portability.purging import purge
from memories.portability.transfers import get_transfer, list_transfers, start_backup, start_restore
from memories.services.workspaces import owned_workspaces
from oauth.middleware import ActorRequest, takes_files


@page
def backups(request: ActorRequest) -> HttpResponse:
    """What there is to take along, and the buttons that do it. The files themselves come from the API."""
    owned = owned_workspaces(request.actor)
    context = {
        "owned": owned,
        "memories": sum(each.memories for each in owned),
        "workspaces": open_to(request),
    }
    latest = list_transfers(request.actor).first() if owned else None
    if latest is not None:
        context |= shown(get_transfer(request.actor, transfer_id=latest.pk))
    return render(request, "dashboard/backups.html", context)


@action
def back_up(request: ActorRequest) -> HttpResponse:
    def begun() -> str:
        start_backup(request.actor, vectors="vectors" not in request.POST)
        return _("The backup is being made.")

    return told(request, begun, onward=address("backups"))


@action
@takes_files
def bring_back(request: ActorRequest) -> HttpResponse:
    """Look into a backup or, where that is the button, restore it."""
    wanted = request.POST.get("wanted", "")

    def brought() -> str:
        with _uploaded(request) as path:
            if wanted == "check":
                heading, _sha256 = check(path, progress=telling(request))
                return _("This backup is whole. It was made at %(at)s and holds %(rows)s rows.") % {
                    "at": heading.as_json()["created_at"],
                    "rows": sum(heading.as_json()["rows"].values()),
                }
            if request.POST.get("sure") != "restore":
                raise ValidationFailed(_("Nothing was restored: type the word restore to confirm."))
            start_restore(request.actor, path=path, replace="replace" in request.POST)
        return _("The backup is being brought back.")

    over(request)
    try:
        return told(request, brought, onward=address("backups"))
    finally:
        over(request)


@contextmanager
def _uploaded(request: ActorRequest) -> Iterator[Path]:
    """The file that was sent, on the disk for as long as it is looked at."""
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise ValidationFailed(_("Choose the file of a backup."), field="file")
    if (file.size or 0) > MOST_UPLOAD:
        raise ValidationFailed(_("This file is too large for a browser. Use manage.py database restore."))
    with tempfile.TemporaryDirectory(prefix="continuum-upload-") as folder:
        path = Path(folder) / "upload"
        with path.open("wb") as kept:
            for chunk in file.chunks():
                kept.write(chunk)
        yield path


@action
def start_over(request: ActorRequest) -> HttpResponse:
    def purged() -> str:
        gone = purge(request.actor, confirm=request.POST.get("confirm", ""))
        return _("Everything is gone: %(memories)s memories in %(workspaces)s workspaces.") % {
            "memories": gone.memories,
            "workspaces": len(gone.workspaces),
        }

    return told(request, purged, onward=address("backups"))
