"""Imports as they go on: uploaded, looked at, confirmed, done. What the API and the dashboard show.

An upload is kept as a file of its own until it is imported or discarded. Looking and importing are jobs: the
row says how far they are, and a worker that dies leaves nothing half done.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Conflict, NotFound, StorageProblem, ValidationFailed
from memories import access, outbox
from memories.intake.plain_text import kept_text
from memories.models import Batch, Import, Job
from memories.portability.report import Report
from memories.portability.uploads import MOVING, settle
from memories.services.quotas import require_import, take_place_of_import

LOOK, IMPORT = "import-look", "import"
MAX_FILENAME = 200
MAX_UPLOAD = 4 * 1024**3
"""Bytes of one upload; what is larger goes by the command."""
OPEN = (Import.State.WAITING, Import.State.LOOKING, Import.State.LOOKED, Import.State.FAILED)
PASTED = "pasted.md"


def upload_import(
    actor: Actor, *, chunks: Iterable[bytes], filename: str = PASTED, workspace: str | None = None
) -> Import:
    """Take a file in and have it looked at; nothing is imported before `confirm_import`. What an agent brings
    goes to one workspace. Raises Forbidden, NotFound, ValidationFailed, StorageProblem, QuotaExceeded.
    """
    actor.require(Permission.WRITE)
    where = access.workspace_id(actor, workspace, Permission.WRITE)
    require_import(where)
    base = filename.replace("\\", "/").rsplit("/", 1)[-1]
    called = kept_text(actor, base, field="file", where=where, most=MAX_FILENAME) or PASTED
    row = Import(
        workspace_id=where,
        filename=called,
        one_workspace=workspace is not None or not actor.person,
        **_who(actor),
    )
    row.total = _keep(row.upload, chunks)
    try:
        with transaction.atomic():
            take_place_of_import(where)
            row.save(force_insert=True)
            outbox.enqueue(workspace=where, step=LOOK, revision_id=row.pk)
    except BaseException:
        row.upload.unlink(missing_ok=True)
        raise
    row.refresh_from_db()
    return row


def confirm_import(actor: Actor, *, import_id: UUID) -> Import:
    """Have a file imported that was looked at. Raises Forbidden, NotFound, Conflict."""
    actor.require(Permission.WRITE)
    with transaction.atomic():
        row = _locked(actor, import_id)
        if row.state != Import.State.LOOKED:
            raise Conflict(_NOT_READY.get(row.state, _NOT_NOW), state=row.state)
        row.state, row.done, row.stage = Import.State.CONFIRMED, 0, ""
        for field, value in _who(actor).items():
            setattr(row, field, value)  # who confirms it answers for it
        row.save()
        outbox.enqueue(workspace=row.workspace_id, step=IMPORT, revision_id=row.pk)
    return row


_NOT_NOW = "This import is under way or done."
_NOT_READY: dict[str, str] = {
    Import.State.WAITING: "The file is not looked at yet.",
    Import.State.LOOKING: "The file is being looked at.",
    Import.State.FAILED: "This file cannot be imported.",
}


def discard_import(actor: Actor, *, import_id: UUID) -> None:
    """Forget an upload that was not imported. Raises Forbidden, NotFound, Conflict."""
    actor.require(Permission.WRITE)
    with transaction.atomic():
        row = _locked(actor, import_id)
        if row.state not in OPEN:
            raise Conflict(_NOT_NOW, state=row.state)
        Job.objects.filter(
            workspace_id=row.workspace_id, revision_id=row.pk, step__in=(LOOK, IMPORT)
        ).delete()
        row.delete()  # and its file goes with it


def list_imports(actor: Actor, *, workspace: str | None = None) -> QuerySet[Import]:
    """The imports of one workspace or, without a name, of all of the actor's, newest first: a person's own,
    an agent's as far as they came through its client.
    """
    actor.require(Permission.READ)
    where = access.workspace_ids(actor, workspace, Permission.READ)
    return _own(actor, Import.objects.filter(workspace_id__in=where)).order_by("-created_at", "-pk")


def get_import(actor: Actor, *, import_id: UUID) -> Import:
    actor.require(Permission.READ)
    found = _own(actor, Import.objects.filter(pk=import_id)).first()
    if found is None or found.workspace_id not in actor.workspaces.values():
        raise NotFound("No import with this id here.", **{"import": str(import_id)})
    if found.state in MOVING:
        settle(Import.objects.filter(pk=import_id))
        found.refresh_from_db()
    return found


def undone_at(row: Import) -> Any:
    """When its batch was undone, None where it was not."""
    if row.batch_id is None:
        return None
    return Batch.objects.filter(pk=row.batch_id).values_list("undone_at", flat=True).first()


def keep_record(actor: Actor, report: Report, *, filename: str, where: UUID, row: Import | None) -> Import:
    """Write down, within the import's own transaction, that it is done."""
    row = row or Import(workspace_id=where, filename=filename[:MAX_FILENAME], **_who(actor))
    row.state, row.format, row.report = Import.State.DONE, report.format, report.as_json()
    row.batch_id, row.finished_at, row.error = report.batch, timezone.now(), ""
    row.done, row.stage = row.total, ""
    row.save()
    return row


def _own(actor: Actor, rows: QuerySet[Import]) -> QuerySet[Import]:
    own = rows.filter(user_id=actor.user_id)
    return own if actor.person else own.filter(client=actor.client)


def _locked(actor: Actor, import_id: UUID) -> Import:
    actor.require_in(Permission.WRITE, get_import(actor, import_id=import_id).workspace_id)
    found = Import.objects.select_for_update().filter(pk=import_id).first()
    if found is None:
        raise NotFound("No import with this id here.", **{"import": str(import_id)})
    return found


def _who(actor: Actor) -> dict[str, Any]:
    names = ("user_id", "client", "agent", "person", "private", "via", "mode", "timezone")
    return {name: getattr(actor, name) for name in names}


def _keep(path: Path, chunks: Iterable[bytes]) -> int:
    """Write the upload; returns its size. Nothing is left of one that is too large or breaks off."""
    size = 0
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            for chunk in chunks:
                size += len(chunk)
                _refuse_too_large(size)
                file.write(chunk)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise StorageProblem(f"The upload cannot be kept: {error.strerror}.") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return size


def _refuse_too_large(size: int) -> None:
    if size > MAX_UPLOAD:
        raise ValidationFailed(
            f"A file has at most {MAX_UPLOAD:,} bytes here; import a larger one by the command.",
            field="file",
            limit=MAX_UPLOAD,
        )
