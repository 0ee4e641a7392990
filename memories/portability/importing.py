"""Importing: a file of another program becomes memories, as one batch that is undone as one.

First the file is read to its end and screened, without a lock. Then everything is written in one transaction:
all of it or nothing, whatever happens to the process. A dry run does the same and takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from continuum.kernel.watching import verb
from memories import access
from memories.models import Import
from memories.portability.importers.bundle import Bundle, opened
from memories.portability.importers.entry import Format
from memories.portability.importers.registry import format_of
from memories.portability.imports import keep_record
from memories.portability.package.container import is_package
from memories.portability.package.importing import import_package
from memories.portability.package.manifest import FORMAT as PACKAGE
from memories.portability.report import Report
from memories.portability.spool import Screening, Spool
from memories.portability.writing import Writing
from memories.services.turns import time_to_wait

Progress = Callable[[str, int, int], None]
"""Called with the stage ("read", in bytes; "write", in memories), how much is done, and of how much."""


def _nobody(stage: str, done: int, total: int) -> None:
    """Who does not want to be told."""


def _nothing() -> None:
    """Nothing is to be seen to."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """An import as it was asked for."""

    actor: Actor
    path: Path
    filename: str
    workspace: str | None
    dry_run: bool
    progress: Progress
    record: Import | None
    before_writing: Callable[[], None]


@verb
def import_file(
    actor: Actor,
    *,
    path: Path,
    filename: str = "",
    format: str | None = None,  # noqa: A002 - what it is called everywhere else
    workspace: str | None = None,
    dry_run: bool = False,
    progress: Progress = _nobody,
    record: Import | None = None,
    before_writing: Callable[[], None] = _nothing,
) -> Report:
    """Import a file, a folder or an archive, and say what became of it.

    A person's import keeps states and dates; what an agent imports waits as proposals. All goes to the named
    workspace; without one each entry goes where the file says, in a workspace that is made where it is
    missing. `filename` is what people call the file, `record` the row of an import that has one;
    `before_writing` is called once it is read, and may raise. Raises
    Forbidden, NotFound, ValidationFailed (a file that is no export, cut, hostile), Refused; then nothing was
    written.
    """
    actor.require(Permission.WRITE)
    if workspace is not None:
        access.workspace_id(actor, workspace, Permission.WRITE)
    asked = _Asked(actor, path, filename or path.name, workspace, dry_run, progress, record, before_writing)
    if format in {None, PACKAGE} and is_package(path):
        return _import_package(asked)
    with opened(path, called=asked.filename) as bundle:
        bundle.zone = actor.timezone
        return _import(asked, bundle, format_of(bundle, named=format))


def _import_package(asked: _Asked) -> Report:
    """Continuum's own, which keeps more than any other."""
    with transaction.atomic():
        time_to_wait()
        report = import_package(
            asked.actor,
            path=asked.path,
            workspace=asked.workspace,
            dry_run=asked.dry_run,
            progress=lambda step: asked.progress("write", step.done, step.total),
        )
        _keep_record(asked, report)
    return report


def _import(asked: _Asked, bundle: Bundle, chosen: Format) -> Report:
    report = Report(format=chosen.key, dry_run=asked.dry_run)
    screening = Screening(asked.actor, report, only=asked.workspace, default=DEFAULT_WORKSPACE)
    with Spool() as spool:
        screening.take(bundle, chosen, spool, lambda done, total: asked.progress("read", done, total))
        with transaction.atomic():
            time_to_wait()
            asked.before_writing()
            writing = Writing(asked.actor, report, chosen, called=bundle.name)
            for done in writing.write(spool):
                asked.progress("write", done, spool.count)
            if asked.dry_run:
                transaction.set_rollback(True)
            else:
                _keep_record(asked, report)
    if asked.dry_run:
        report.batches.clear()
    return report


def _keep_record(asked: _Asked, report: Report) -> None:
    """Within the import's own transaction: it is done when its memories are there, and not before."""
    if not asked.dry_run:
        where = access.workspace_id(asked.actor, asked.workspace, Permission.WRITE)
        keep_record(asked.actor, report, filename=asked.filename, where=where, row=asked.record)
