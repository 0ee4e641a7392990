"""`manage.py golden`: do the questions that people pinned still bring their memories?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from memories import access
from memories.pipeline.golden import Ran, run_golden
from memories.pipeline.worker import worker_for
from memories.services.workspaces import KnownWorkspace, every_workspace

MISSED = 1


class Command(BaseCommand):
    help = (
        "Ask the golden questions of every workspace and write down what came of it. Exits 1 where one did "
        "not bring its memory as far in front as it is wanted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", help="only those of this name, or the one with this id")
        parser.add_argument("--json", action="store_true", help="print the figures for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        done = [(each, _run(each)) for each in _chosen(options["workspace"])]
        if options["json"]:
            told = [_as_json(each, ran) for each, ran in done]
            self.stdout.write(json.dumps({"workspaces": told}, indent=2))
        else:
            self.stdout.write("\n".join(line for each in done for line in _as_lines(*each)))
        missed = sum(not asked.kept for _, ran in done for asked in ran.asked)
        if missed:
            raise CommandError(f"{missed} golden questions did not bring their memories.", returncode=MISSED)


def _chosen(wanted: str | None) -> list[KnownWorkspace]:
    chosen = [each for each in every_workspace() if wanted in {None, each.name, str(each.id)}]
    if wanted is not None and not chosen:
        raise CommandError(f"There is no workspace called {wanted!r}.")
    return chosen


def _run(workspace: KnownWorkspace) -> Ran:
    actor = worker_for(workspace.id)
    with access.acting(actor):
        return run_golden(actor, workspace=str(workspace.id))


def _as_lines(workspace: KnownWorkspace, ran: Ran) -> list[str]:
    run = ran.run
    figures = f"recall@5 {run.recall_at_5:.2f}, recall@10 {run.recall_at_10:.2f}, MRR {run.mrr:.2f}"
    missed = [
        f"  MISSED {each.golden.question} -> {each.golden.memory.name}: {each.reason}"
        for each in _missed(ran)
    ]
    worse = [
        f"  WORSE {each.golden.question} -> {each.golden.memory.name}: "
        f"place {each.golden.place_before}, now {each.place or 'none'}"
        for each in ran.asked
        if each.golden.moved > 0
    ]
    compared = f" {run.worse} worse, {run.better} better than before." if run.worse or run.better else ""
    kept = f"{workspace.owner}/{workspace.name}: {run.kept} of {run.asked} kept; {figures}.{compared}"
    return [kept, *worse, *missed]


def _missed(ran: Ran) -> list[Any]:
    return [each for each in ran.asked if not each.kept]


def _as_json(workspace: KnownWorkspace, ran: Ran) -> dict[str, Any]:
    run = ran.run
    return {
        "id": str(workspace.id),
        "owner": workspace.owner,
        "name": workspace.name,
        **{
            field: getattr(run, field)
            for field in (
                *("model", "setup", "asked", "kept", "recall_at_5", "recall_at_10", "mrr"),
                *("worse", "better"),
            )
        },
        "missed": [
            {"id": str(each.golden.pk), "place": each.place, "reason": each.reason} for each in _missed(ran)
        ],
    }
