"""`manage.py verify_events`: has anyone changed, removed or added an event behind our back?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from memories import access
from memories.pipeline.worker import worker_for
from memories.services.verification import Verified, verify_events
from memories.services.workspaces import KnownWorkspace, every_workspace

BROKEN = 1


class Command(BaseCommand):
    help = "Check the chain of events of every workspace, link by link. Exits 1 where one does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", help="only those of this name, or the one with this id")
        parser.add_argument("--json", action="store_true", help="print the findings for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [(each, _verified(each)) for each in _chosen(options["workspace"])]
        if options["json"]:
            told = [_as_json(each, verified) for each, verified in found]
            self.stdout.write(json.dumps({"workspaces": told}, indent=2))
        else:
            self.stdout.write("\n".join(_as_line(each, verified) for each, verified in found))
        broken = sum(not verified.holds for _, verified in found)
        if broken:
            raise CommandError(f"{broken} of {len(found)} chains are broken.", returncode=BROKEN)


def _chosen(wanted: str | None) -> list[KnownWorkspace]:
    everyone = every_workspace()
    chosen = [each for each in everyone if wanted in {None, each.name, str(each.id)}]
    if wanted is not None and not chosen:
        raise CommandError(f"There is no workspace called {wanted!r}.")
    return chosen


def _verified(workspace: KnownWorkspace) -> Verified:
    actor = worker_for(workspace.id)
    with access.acting(actor):
        return verify_events(actor, workspace=str(workspace.id))


def _as_line(workspace: KnownWorkspace, verified: Verified) -> str:
    who = f"{workspace.owner}/{workspace.name}"
    if verified.broken is None:
        return f"{who}: {verified.events} events hold ({verified.first} to {verified.last})."
    return f"{who}: BROKEN at event {verified.broken.sequence}. {verified.broken.reason}"


def _as_json(workspace: KnownWorkspace, verified: Verified) -> dict[str, Any]:
    broken = verified.broken
    return {
        "id": str(workspace.id),
        "owner": workspace.owner,
        "name": workspace.name,
        "holds": verified.holds,
        "events": verified.events,
        "first": verified.first,
        "last": verified.last,
        "broken": None if broken is None else {"sequence": broken.sequence, "reason": broken.reason},
    }
