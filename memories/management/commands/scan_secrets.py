"""`manage.py scan_secrets`: does anything that is stored hold a secret, by today's rules?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management import BaseCommand, CommandError

from memories import access
from memories.pipeline.worker import worker_for
from memories.secrets.version import rules_version
from memories.services.holdings import Held
from memories.services.secret_scan import Scanned, scan_secrets
from memories.services.workspaces import KnownWorkspace, every_workspace

FOUND = 1


class Command(BaseCommand):
    help = (
        "Look through everything that is stored with today's rules for secrets and put memories that hold "
        "one into quarantine, where a person decides on them. Exits 1 where something was found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", help="only those of this name, or the one with this id")
        parser.add_argument("--dry-run", action="store_true", help="find, and put nothing away")
        parser.add_argument("--json", action="store_true", help="print the findings for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [(each, _scanned(each, dry_run=options["dry_run"])) for each in _chosen(options["workspace"])]
        if options["json"]:
            told = {"rules": rules_version(), "workspaces": [_as_json(*each) for each in found]}
            self.stdout.write(json.dumps(told, indent=2))
        else:
            self.stdout.write("\n".join(line for each in found for line in _as_lines(*each)))
        dirty = sum(not scanned.clean for _, scanned in found)
        if dirty:
            raise CommandError(f"{dirty} of {len(found)} workspaces hold a secret.", returncode=FOUND)


def _chosen(wanted: str | None) -> list[KnownWorkspace]:
    chosen = [each for each in every_workspace() if wanted in {None, each.name, str(each.id)}]
    if wanted is not None and not chosen:
        raise CommandError(f"There is no workspace called {wanted!r}.")
    return chosen


def _scanned(workspace: KnownWorkspace, *, dry_run: bool) -> Scanned:
    actor = worker_for(workspace.id)
    with access.acting(actor):
        return scan_secrets(actor, workspace=str(workspace.id), dry_run=dry_run)


def _as_lines(workspace: KnownWorkspace, scanned: Scanned) -> list[str]:
    who = f"{workspace.owner}/{workspace.id if _in_name(scanned) else workspace.name}"
    waiting = len({held.row for held in scanned.held})
    put_away = f"{scanned.quarantined} put into quarantine now"
    lines = [f"{who}: {scanned.memories} memories read, {waiting} with a secret, {put_away}."]
    for (place, kind), count in sorted(Counter((held.place, held.kind) for held in scanned.held).items()):
        lines.append(f"{who}: {kind} in {place} of {count} memories")
    lines.extend(
        f"{who}: {held.kind} in {held.place} ({held.row}): not put away, change it" for held in scanned.beside
    )
    return lines


def _in_name(scanned: Scanned) -> bool:
    """Whether the workspace's own name may not be shown."""
    return any(held.place == "workspace name" for held in scanned.beside)


def _as_json(workspace: KnownWorkspace, scanned: Scanned) -> dict[str, Any]:
    return {
        "id": str(workspace.id),
        "owner": workspace.owner,
        "name": None if _in_name(scanned) else workspace.name,
        "memories": scanned.memories,
        "quarantined": scanned.quarantined,
        "held": [_told(held) for held in scanned.held],
        "beside": [_told(held) for held in scanned.beside],
    }


def _told(held: Held) -> dict[str, str]:
    return {"place": held.place, "kind": held.kind, "row": held.row}
