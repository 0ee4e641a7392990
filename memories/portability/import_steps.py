"""The jobs of imports: looking at an upload, and importing it once a person or an agent has said yes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType
from uuid import UUID

from django.db import OperationalError

from continuum.kernel.actor import DEFAULT_WORKSPACE, EVERYTHING, Actor, Permission
from continuum.kernel.errors import ContinuumError, Forbidden
from memories import access, outbox
from memories.models import Import, Job
from memories.portability.heartbeat import beating
from memories.portability.importing import import_file
from memories.portability.imports import IMPORT, LOOK
from memories.services.workspaces import ways_in

MAX_ERROR = 500
LEFT = "Who brought this file may not write in that workspace any more. Nothing was imported."
UNEXPECTED = "It failed ({kind}); nothing was imported. Who runs the server finds where in its log."
AGENTS = frozenset({Permission.READ, Permission.WRITE})


def look(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Tell what would come of each upload."""
    for job in jobs:
        _each(job, Import.State.WAITING, Import.State.LOOKING, dry_run=True)


def take_in(workspace: UUID, jobs: Sequence[Job]) -> None:
    """Import each. The row says done in the transaction that writes the memories."""
    for job in jobs:
        _each(job, Import.State.CONFIRMED, Import.State.IMPORTING, dry_run=False)


IMPORT_STEPS = MappingProxyType({LOOK: look, IMPORT: take_in})


def _each(job: Job, waiting: str, running: str, *, dry_run: bool) -> None:
    """One that is in neither state was discarded, or done by a worker that died before it said so, and before
    it put the file away (`sweep_uploads`).
    """
    wanted = Import.objects.filter(workspace_id=job.workspace_id, state__in=(waiting, running))
    row = wanted.filter(pk__in=[job.revision_id]).first()
    if row is not None:
        Import.objects.filter(pk=row.pk).update(state=running)
        row.state = running
        with beating(job, row) as progress:
            _import(row, progress, dry_run=dry_run)
    outbox.done(job)


def _import(row: Import, progress: Callable[[str, int, int], None], *, dry_run: bool) -> None:
    actor = _actor_of(row)
    try:
        _refuse_left(row, actor)
        with access.acting(actor):
            report = import_file(
                actor,
                path=row.upload,
                filename=row.filename,
                workspace=access.workspace_name(actor, row.workspace_id) if row.one_workspace else None,
                dry_run=dry_run,
                progress=progress,
                record=row,
                before_writing=lambda: _refuse_left(row, actor),
            )
    except OperationalError:  # the database was away: the job comes again
        raise
    except ContinuumError as error:
        return _failed(row, error.message)
    except Exception as error:
        _failed(row, UNEXPECTED.format(kind=type(error).__name__))
        raise
    if dry_run:
        told = {"state": Import.State.LOOKED, "format": report.format, "report": report.as_json()}
        Import.objects.filter(pk=row.pk, state=Import.State.LOOKING).update(**told, error="", stage="")
    else:
        row.upload.unlink(missing_ok=True)
    return None


def _refuse_left(row: Import, actor: Actor) -> None:
    """Raise Forbidden where who brought it was removed or may only read by now: a file waits to be confirmed,
    and reading a large one takes its time.
    """
    now = _actor_of(row)
    wanted = {row.workspace_id, *actor.where(Permission.WRITE)}
    if not wanted <= set(now.where(Permission.WRITE)):
        raise Forbidden(LEFT)


def _failed(row: Import, why: str) -> None:
    Import.objects.filter(pk=row.pk).update(state=Import.State.FAILED, error=why[:MAX_ERROR])
    row.upload.unlink(missing_ok=True)


def _actor_of(row: Import) -> Actor:
    """Who uploaded or confirmed it, with what it takes: a person in all of their workspaces, an agent in the
    one that it named.
    """
    ways = ways_in(row.user_id)
    open_now = ways.workspaces
    if not row.person:
        open_now = MappingProxyType({n: one for n, one in open_now.items() if one == row.workspace_id})
    actor = Actor(
        user_id=row.user_id,
        client=row.client,
        agent=row.agent,
        workspaces=open_now,
        roles=ways.roles,
        permissions=EVERYTHING if row.person else AGENTS,
        timezone=row.timezone,
        person=row.person,
        private=row.private,
        via=row.via,
        mode=row.mode,
    )
    return actor if DEFAULT_WORKSPACE in open_now or not row.person else replace(actor, narrowed=True)
