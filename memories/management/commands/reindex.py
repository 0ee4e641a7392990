"""`manage.py reindex`: make again what search looks at, from the texts alone."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from memories import access
from memories.pipeline.reindex import reindex
from memories.pipeline.work import work
from memories.pipeline.worker import worker_for
from memories.portability.steps import STEPS
from memories.services.jobs import count_jobs
from memories.services.reindexing import Rebuilt
from memories.services.workspaces import KnownWorkspace, every_workspace


class Command(BaseCommand):
    help = (
        "Rebuild passages, words and links of every workspace from its texts, and queue what is without a "
        "vector of the model that runs now. Words go on answering meanwhile; twice gives the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", help="only those of this name, or the one with this id")
        parser.add_argument("--facts", action="store_true", help="read every text for its facts anew, too")
        parser.add_argument("--wait", action="store_true", help="make the vectors here and now")
        parser.add_argument("--json", action="store_true", help="print the counts for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = _chosen(options["workspace"])
        done = [(each, _rebuilt(each, with_facts=options["facts"])) for each in chosen]
        while options["wait"] and work(also=STEPS):
            pass
        told = [_told(each, rebuilt) for each, rebuilt in done]
        if options["json"]:
            self.stdout.write(json.dumps({"workspaces": told}, indent=2))
        else:
            self.stdout.write("\n".join(_LINE.format(**each) for each in told))


_LINE = (
    "{owner}/{name}: {memories} memories, {passages} passages; {kept} vectors stayed, {waiting} jobs wait."
)


def _chosen(wanted: str | None) -> list[KnownWorkspace]:
    chosen = [each for each in every_workspace() if wanted in {None, each.name, str(each.id)}]
    if wanted is not None and not chosen:
        raise CommandError(f"There is no workspace called {wanted!r}.")
    return chosen


def _rebuilt(workspace: KnownWorkspace, *, with_facts: bool) -> Rebuilt:
    actor = worker_for(workspace.id)
    with access.acting(actor):
        return reindex(actor, workspace=str(workspace.id), with_facts=with_facts)


def _told(workspace: KnownWorkspace, rebuilt: Rebuilt) -> dict[str, Any]:
    actor = worker_for(workspace.id)
    with access.acting(actor):
        waiting = count_jobs(actor)["waiting"]
    return {
        "id": str(workspace.id),
        "owner": workspace.owner,
        "name": workspace.name,
        "memories": rebuilt.memories,
        "passages": rebuilt.passages,
        "kept": rebuilt.kept,
        "waiting": waiting,
    }
