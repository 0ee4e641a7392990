"""`manage.py import FILE`: bring along what another program remembered."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from continuum.kernel.actor import Actor
from continuum.kernel.errors import ContinuumError
from continuum.management.bar import Bar
from continuum.management.ground import COMMAND, person_called, services
from memories import access
from memories.portability.importers.registry import FORMATS
from memories.portability.importing import Progress, import_file
from memories.portability.report import Report
from memories.services.workspaces import ensure_default_workspace, open_workspaces
from oauth.services.actors import actor_for_user
from oauth.services.people import local_owner

LISTED = 20
REFUSED = 1
NOT_CONFIRMED = "Nothing was imported. Say yes with --yes."


class Command(BaseCommand):
    help = (
        "Import memories of another program: its file, folder or archive. Shows what would come of it and "
        "asks first; what was imported is one batch, which can be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(each.key for each in FORMATS)
        parser.add_argument("file", type=Path, help="a file, a folder or a zip")
        parser.add_argument("--format", help=f"told from what is in the file unless given: {known}")
        parser.add_argument("--workspace", help="where all of it goes (default: where the file says)")
        parser.add_argument(
            "--person", help="whose memories they become (default: the owner of this machine)"
        )
        parser.add_argument("--dry-run", action="store_true", help="only tell what would come of it")
        parser.add_argument("--yes", action="store_true", help="import without asking")
        parser.add_argument("--json", action="store_true", help="print the report for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        given = {"path": options["file"], "format": options["format"], "workspace": options["workspace"]}
        bar = Bar(self.stderr, shown=sys.stderr.isatty() and not options["json"])
        with services():
            actor = _actor(options["person"])
            try:
                with access.acting(actor):
                    self._import(actor, given, options, bar)
            except ContinuumError as error:
                raise CommandError(f"{error.message} Nothing was imported.", returncode=REFUSED) from None

    def _import(self, actor: Actor, given: dict[str, Any], options: dict[str, Any], bar: Bar) -> None:
        progress: Progress = bar.tell
        if not options["yes"]:
            report = import_file(actor, **given, dry_run=True, progress=progress)
            bar.close()
            self._tell(report, as_json=options["json"])
            if options["dry_run"]:
                return
            if not (sys.stdin.isatty() and input("Import this? [y/N] ").strip().lower() in ("y", "yes")):
                self.stderr.write(NOT_CONFIRMED)
                return
        report = import_file(actor, **given, dry_run=options["dry_run"], progress=progress)
        bar.close()
        self._tell(report, as_json=options["json"])

    def _tell(self, report: Report, *, as_json: bool) -> None:
        self.stdout.write(json.dumps(report.as_json(), indent=2) if as_json else "\n".join(_lines(report)))


def _actor(username: str | None) -> Actor:
    """Who imports; the owner of this machine is made where nobody was here yet."""
    own = username is None and settings.LOCAL_PROFILE
    person = local_owner() if own else person_called(username)
    actor = actor_for_user(person, client=COMMAND)
    if not open_workspaces(person.pk):
        ensure_default_workspace(actor)
        actor = actor_for_user(person, client=COMMAND)
    return actor


def _lines(report: Report) -> list[str]:
    title = next((each.title for each in FORMATS if each.key == report.format), report.format)
    counted = ", ".join(f"{number} {what}" for what, number in sorted(report.counts.items())) or "nothing"
    lines = [f"{title}: {report.read} entries, {counted}.{' (dry run)' if report.dry_run else ''}"]
    lines += [f"  {each.place}: {each.reason}" for each in report.remarks[:LISTED]]
    left = len(report.remarks) - LISTED + report.unlisted
    lines += [f"  and {left} more"] if left > 0 else []
    if made := report.details.get("workspaces"):
        lines.append(f"New workspaces: {', '.join(made)}.")
    lines += [
        f"Undo it with batch {batch} (dashboard, or POST /api/v1/batches/{batch}/undo)."
        for batch in report.batches
    ]
    return lines
