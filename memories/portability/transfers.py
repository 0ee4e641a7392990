"""Backups and restores that a worker does while somebody looks on: begun, followed, fetched.

The file of a backup that was made, or that is to be restored, lies where uploads wait, for a day.
"""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor
from continuum.kernel.errors import Conflict, NotFound, StorageProblem
from memories import outbox
from memories.models import Job, Transfer
from memories.portability.backup.restoring import refuse_early
from memories.portability.whose import owned_workspaces, vault_of

BACKUP, RESTORE = "backup", "restore"
SUFFIX: Final = ".continuum"
STEPS_OF = {Transfer.Kind.BACKUP: BACKUP, Transfer.Kind.RESTORE: RESTORE}
KEPT: Final = timedelta(days=1)
"""How long a finished one is told, and its file kept."""
UNDER_WAY = (Transfer.State.WAITING, Transfer.State.RUNNING)
ABANDONED: Final = timedelta(days=7)
_GIVEN_UP = "Its work was lost, or its worker ended in every try. Nothing was changed. Begin again."
_ANOTHER = "A backup or a restore of yours is under way. Wait for it."


def start_backup(actor: Actor, *, vectors: bool = True) -> Transfer:
    """Have the whole vault written into a file. Raises Forbidden, Conflict (one is under way)."""
    vault_of(actor)
    return _begin(actor, Transfer.Kind.BACKUP, flag=vectors)


def start_restore(actor: Actor, *, path: Path, replace: bool = False) -> Transfer:
    """Have a backup brought back; what can be said of it at once is said at once. The file is moved away.

    Raises Forbidden, Conflict (not empty, or one is under way), ValidationFailed, StorageProblem.
    """
    refuse_early(actor, path=path, replace=replace)
    return _begin(actor, Transfer.Kind.RESTORE, flag=replace, path=path)


def list_transfers(actor: Actor) -> QuerySet[Transfer]:
    """The actor's own, newest first: a person's all, a program's those that it began. Raises Forbidden."""
    vault_of(actor)
    rows = Transfer.objects.filter(user_id=actor.user_id).order_by("-created_at", "-pk")
    return rows if actor.person else rows.filter(client=actor.client)


def get_transfer(actor: Actor, *, transfer_id: UUID) -> Transfer:
    """Raises Forbidden, NotFound."""
    found = list_transfers(actor).filter(pk=transfer_id).first()
    if found is None:
        raise NotFound("No backup or restore with this id here.", job=str(transfer_id))
    return _settled(found)


def made_file(actor: Actor, *, transfer_id: UUID) -> Path:
    """The backup that was made. Raises Forbidden, NotFound, Conflict (not ready)."""
    row = get_transfer(actor, transfer_id=transfer_id)
    if row.kind != Transfer.Kind.BACKUP:
        raise NotFound("This is a restore; it has no file to fetch.", job=str(transfer_id))
    if row.state != Transfer.State.DONE:
        raise Conflict("This backup is not there yet.", state=row.state)
    if not file_of(row).is_file():
        raise NotFound("The file of this backup is kept no longer. Make another.", job=str(transfer_id))
    return file_of(row)


def file_of(row: Transfer) -> Path:
    return Path(settings.IMPORTS) / f"{row.pk}{SUFFIX}"


def discard_file(row: Transfer) -> None:
    file_of(row).unlink(missing_ok=True)


def expire_transfers() -> None:
    """What is older than it is kept goes: rows, and files, whether somebody's row still tells of them or
    not.
    """
    now = timezone.now()
    late = Transfer.objects.filter(created_at__lt=now - KEPT).exclude(state__in=UNDER_WAY)
    abandoned = Transfer.objects.filter(created_at__lt=now - ABANDONED)
    for row in (*late, *abandoned):
        discard_file(row)
        row.delete()
    kept = {str(pk) for pk in Transfer.objects.values_list("pk", flat=True)}
    for file in Path(settings.IMPORTS).glob(f"*{SUFFIX}"):
        if file.stem not in kept and file.stat().st_mtime < (now - KEPT).timestamp():
            file.unlink(missing_ok=True)


def discard_transfers(user_id: int) -> None:
    """Rows and files of one person, whose account is closed."""
    for row in Transfer.objects.filter(user_id=user_id):
        discard_file(row)
        row.delete()


def _begin(actor: Actor, kind: Transfer.Kind, *, flag: bool, path: Path | None = None) -> Transfer:
    expire_transfers()
    names = ("user_id", "client", "agent", "person", "timezone")
    row = Transfer(kind=kind, flag=flag, **{name: getattr(actor, name) for name in names})
    if path is not None:
        row.total = _move(path, file_of(row))
    try:
        with transaction.atomic():
            _settle_others(actor)
            row.save(force_insert=True)
            outbox.enqueue(workspace=_where(actor), step=STEPS_OF[kind], revision_id=row.pk)
    except IntegrityError:
        discard_file(row)
        raise Conflict(_ANOTHER) from None
    except BaseException:
        discard_file(row)
        raise
    row.refresh_from_db()
    return row


def _where(actor: Actor) -> UUID:
    """Under which workspace the job stands: a restore takes it away with the rest, in its own transaction."""
    owned = owned_workspaces(actor.user_id)
    return next((each for each, name in owned.items() if name == DEFAULT_WORKSPACE), next(iter(owned)))


def _settle_others(actor: Actor) -> None:
    """What was given up does not stand in the way; what is under way does (one_transfer_under_way)."""
    for row in Transfer.objects.filter(user_id=actor.user_id, state__in=UNDER_WAY):
        _settled(row)


def _settled(row: Transfer) -> Transfer:
    """One whose job is no more, or was given up, is told as failed: nobody goes on with it."""
    alive = Job.objects.filter(revision_id=row.pk, state=Job.State.WAITING)
    if row.state in UNDER_WAY and not alive.exists():
        lost = {"state": Transfer.State.FAILED, "code": "INTERNAL_ERROR", "error": _GIVEN_UP, "stage": ""}
        Transfer.objects.filter(pk=row.pk, state__in=UNDER_WAY).update(**lost)
        discard_file(row)
        row.refresh_from_db()
    return row


def _move(path: Path, to: Path) -> int:
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.move(path, to)
        to.chmod(0o600)
        return to.stat().st_size
    except OSError as error:
        to.unlink(missing_ok=True)
        raise StorageProblem(f"The upload cannot be kept: {error.strerror}.") from None
