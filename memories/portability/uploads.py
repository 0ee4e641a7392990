"""Files that were uploaded and wait to be imported: none outlives its row, and none waits for ever."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from memories import access
from memories.models import Import, Job
from memories.portability.whose import operator

WAITS: Final = timedelta(days=30)
"""How long an upload waits for somebody to confirm it."""
STRAY: Final = timedelta(days=1)
"""After which a file without a row is nobody's: an upload that is coming in has none yet."""
MOVING: Final = (
    Import.State.WAITING,
    Import.State.LOOKING,
    Import.State.CONFIRMED,
    Import.State.IMPORTING,
)
LOST: Final = "Its worker ended in every try. Nothing was imported. Upload it again, in smaller files."


def settle(rows: QuerySet[Import]) -> None:
    """Imports that nobody goes on with are told as failed, and their files go. Each in one statement, which
    sees it either under way or over.
    """
    jobs = Job.objects.filter(
        workspace_id=OuterRef("workspace_id"), revision_id=OuterRef("pk"), state=Job.State.WAITING
    )
    lost = rows.filter(~Exists(jobs), state__in=MOVING)
    for each in list(lost):
        if lost.filter(pk=each.pk).update(state=Import.State.FAILED, error=LOST, stage=""):
            Job.objects.filter(workspace_id=each.workspace_id, revision_id=each.pk).delete()
            each.upload.unlink(missing_ok=True)


def sweep_uploads() -> None:
    """What nobody confirmed in time goes, rows and files; so do files whose row went without a word, or that
    nobody put away once they were imported (a restore, a process that was killed).
    """
    late = timezone.now() - WAITS
    with access.acting(operator()):
        settle(Import.objects.all())
        with transaction.atomic():
            waiting = Import.objects.filter(state=Import.State.LOOKED, created_at__lt=late)
            for row in waiting.select_for_update(skip_locked=True):
                row.delete()
        wanted = Import.objects.filter(state__in=(*MOVING, Import.State.LOOKED))
        kept = {str(pk) for pk in wanted.values_list("pk", flat=True)}
    for file in Path(settings.IMPORTS).glob("*-*-*-*-*"):
        if not file.suffix and file.name not in kept and _is_old(file):
            file.unlink(missing_ok=True)


def _is_old(file: Path) -> bool:
    return file.stat().st_mtime < (timezone.now() - STRAY).timestamp()
