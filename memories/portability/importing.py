"""Importing: a file of another program becomes memories, as one batch that is undone as one.

First the file is read to its end and screened, without a lock. Then everything is written in one transaction:
all of it or nothing, whatever happens to the process. A dry run does the same and takes it back.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.db import transaction

from continuum.kernel.actor import DEFAULT_WORKSPACE, Actor, Permission
from memories import access
from memories.models import Import
from memories.portability.importers.bundle import Bundle, opened
from memories.portability.importers.entry import Format
from memories.portability.importers.registry import format_of, is_package
from memories.portability.imports import keep_record
from memories.portability.package.importing import import_package
from memories.portability.progress import Progress as PackageProgress
from memories.portability.report import Report
from memories.portability.spool import Screening, Spool
from memories.portability.writing import Writing

Progress = Callable[[str, int, int], None]
"""Called with the stage ("read", in bytes; "write", in memories), how much is done, and of how much."""


def _nobody(stage: str, done: int, total: int) -> None:
    """Who does not want to be told."""


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
) -> Report:
    """Import a file, a folder or an archive, and say what became of it.

    A person's import keeps states and dates; what an agent imports waits as proposals. All goes to the named
    workspace; without one each entry goes where the file says, in a workspace that is made where it is
    missing. `filename` is what people call the file, `record` the row of an import that has one. Raises Forbidden, NotFound, ValidationFailed (a file
    that is no export, cut, hostile), Refused; then nothing was written.
    """
    actor.require(Permission.WRITE)
    if workspace is not None:
        access.workspace_id(actor, workspace)
    with opened(path, called=filename) as bundle, transaction.atomic():
        bundle.zone = actor.timezone
        if is_package(bundle, named=format):
            report = _package(actor, path, only=workspace, dry_run=dry_run, progress=progress)
        else:
            chosen = format_of(bundle, named=format)
            report = _import(actor, bundle, chosen, only=workspace, dry_run=dry_run, progress=progress)
        if not dry_run:
            where = access.workspace_id(actor, workspace)
            keep_record(actor, report, filename=bundle.name, where=where, row=record)
    return report


def _package(
    actor: Actor, path: Path, *, only: str | None, dry_run: bool, progress: Progress
) -> Report:
    """Continuum's own, which keeps more than any other."""

    def tell(now: PackageProgress) -> None:
        progress("write", now.done, now.total)

    return import_package(actor, path=path, workspace=only, dry_run=dry_run, progress=tell)


def _import(
    actor: Actor, bundle: Bundle, chosen: Format, *, only: str | None, dry_run: bool, progress: Progress
) -> Report:
    report = Report(format=chosen.key, dry_run=dry_run)
    screening = Screening(actor, report, only=only, default=DEFAULT_WORKSPACE)
    with Spool() as spool:
        screening.take(bundle, chosen, spool, lambda done, total: progress("read", done, total))
        with transaction.atomic():
            writing = Writing(actor, report, chosen, called=bundle.name)
            for done in writing.write(spool):
                progress("write", done, spool.count)
            if dry_run:
                transaction.set_rollback(True)
    if dry_run:
        report.batches.clear()
    return report
