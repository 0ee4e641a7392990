"""The jobs of backups and restores that somebody looks on at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import OperationalError
from django.utils import timezone

from continuum.kernel.actor import EVERYTHING, Actor
from continuum.kernel.errors import ContinuumError
from memories import outbox
from memories.models import Job, Transfer
from memories.portability.backup.restoring import Restored, restore
from memories.portability.backup.writing import back_up
from memories.portability.heartbeat import beating
from memories.portability.progress import Progress
from memories.portability.transfers import BACKUP, RESTORE, UNDER_WAY, discard_file, file_of
from memories.services.workspaces import ways_in

MAX_ERROR = 500
UNEXPECTED = "It failed ({kind}). Nothing was changed."


def transfer(workspace: UUID, jobs: Sequence[Job]) -> None:
    """One that is not under way was done by a worker that died before it said so, or is of another server."""
    for job in jobs:
        row = Transfer.objects.filter(pk__in=[job.revision_id], state__in=UNDER_WAY).first()
        if row is not None:
            Transfer.objects.filter(pk=row.pk).update(state=Transfer.State.RUNNING)
            row.state = Transfer.State.RUNNING
            with beating(job, row) as progress:
                _do(row, progress)
        outbox.done(job)


TRANSFER_STEPS = MappingProxyType({BACKUP: transfer, RESTORE: transfer})


def _do(row: Transfer, progress: Callable[[str, int, int], None]) -> None:
    def telling(now: Progress) -> None:
        progress(now.stage, now.done, now.total)

    try:
        _DOING[Transfer.Kind(row.kind)](row, telling)
    except OperationalError:  # the database was away: the job comes again
        raise
    except ContinuumError as error:
        _failed(row, error.code, error.message)
    except Exception as error:
        _failed(row, "INTERNAL_ERROR", UNEXPECTED.format(kind=type(error).__name__))
        raise
    if row.kind == Transfer.Kind.RESTORE:
        discard_file(row)


def _back_up(row: Transfer, telling: Callable[[Progress], None]) -> None:
    written = back_up(_actor_of(row), to=file_of(row), vectors=row.flag, progress=telling)
    rows = {name: count for name, count in written.rows.items() if count}
    _done(row, {"bytes": written.bytes, "sha256": written.sha256, "rows": rows})


def _restore(row: Transfer, telling: Callable[[Progress], None]) -> None:
    restore(
        _actor_of(row),
        path=file_of(row),
        replace=row.flag,
        progress=telling,
        within=lambda restored: _done(row, restored_as_json(restored)),
    )


_DOING = {Transfer.Kind.BACKUP: _back_up, Transfer.Kind.RESTORE: _restore}


def restored_as_json(done: Restored) -> dict[str, Any]:
    told = {name: value for name, value in asdict(done).items() if name != "workspaces"}
    way_back = str(done.way_back) if done.way_back else None
    return {**told, "made_at": done.made_at.isoformat(), "way_back": way_back, "gone": list(done.gone)}


def _done(row: Transfer, report: dict[str, Any]) -> None:
    """Of a restore within its own transaction: it is done when its rows are there, and not before."""
    rows = sum(report["rows"].values())
    now = {"state": Transfer.State.DONE, "report": report, "finished_at": timezone.now(), "stage": ""}
    Transfer.objects.filter(pk=row.pk).update(**now, done=rows, total=rows)


def _failed(row: Transfer, code: str, why: str) -> None:
    now = {"state": Transfer.State.FAILED, "code": code, "error": why[:MAX_ERROR], "stage": ""}
    Transfer.objects.filter(pk=row.pk).update(**now, finished_at=timezone.now())
    discard_file(row)


def _actor_of(row: Transfer) -> Actor:
    """Who asked, in all that is theirs now: that it may be taken as a whole was seen to when they asked."""
    ways = ways_in(row.user_id)
    return Actor(
        user_id=row.user_id,
        client=row.client,
        agent=row.agent,
        workspaces=ways.workspaces,
        roles=ways.roles,
        permissions=EVERYTHING,
        timezone=row.timezone,
        person=row.person,
        private=True,
    )
