"""One run, in a home of its own that bench.__main__ made and takes away again."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from bench import machine  # noqa: E402
from bench.imports.files import MAKERS  # noqa: E402
from bench.imports.weighing import MEGABYTE, Peak, peak  # noqa: E402
from continuum.embedded import supervisor  # noqa: E402
from continuum.kernel.actor import Actor  # noqa: E402
from memories import access  # noqa: E402
from memories.models import Mode  # noqa: E402
from memories.portability.importing import import_file  # noqa: E402
from memories.services.workspaces import create_workspace, ensure_default_workspace  # noqa: E402
from oauth.services.actors import actor_for_user  # noqa: E402
from oauth.services.people import local_owner  # noqa: E402

MEGABYTES = 3.0


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one format: the file in megabytes, how many memories came of it, the seconds of reading and
    screening, those of writing (for which the workspace is locked), and megabytes of memory.
    """

    format: str
    size: float
    memories: int
    reading: float
    writing: float
    weight: Peak

    @property
    def figures(self) -> dict[str, object]:
        both = self.reading + self.writing
        return {
            "format": self.format,
            "megabytes": round(self.size, 1),
            "memories": self.memories,
            "memories_per_s": round(self.memories / both, 1),
            "megabytes_per_s": round(self.size / both, 2),
            "reading_s": round(self.reading, 2),
            "writing_s": round(self.writing, 2),
            "peak_growth_mb": round(self.weight.growth, 1),
            "peak_mb": round(self.weight.most, 1),
        }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.imports", description="Imports, format by format.")
    parser.add_argument("--format", action="append", choices=sorted(MAKERS), help="only these")
    parser.add_argument("--megabytes", type=float, default=MEGABYTES, help="of each file (2000 for 2 GB)")
    asked = parser.parse_args()
    with supervisor.running(settings.CONTINUUM_HOME, durability="safe"):
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        ensure_default_workspace(actor_for_user(local_owner()), mode=Mode.AUTO)
        _measured("text", 0.05)  # what is loaded once is not the import's
        told = [_measured(each, asked.megabytes).figures for each in asked.format or MAKERS]
        facts = machine.facts()
    for line in told:
        print(json.dumps(line))
    print("RESULT", json.dumps({"machine": facts, "imports": told}, default=str))


def _measured(key: str, megabytes: float) -> Measured:
    actor = actor_for_user(local_owner())
    name = f"{key}-{time.monotonic_ns()}"[:60]
    with access.acting(actor):
        create_workspace(actor, name=name, mode=Mode.AUTO)
    with tempfile.TemporaryDirectory(prefix="continuum-import-") as folder:
        path = MAKERS[key](Path(folder), megabytes)
        return _import(actor_for_user(local_owner()), key, path, name)


def _import(actor: Actor, key: str, path: Path, workspace: str) -> Measured:
    written_from = [0.0]
    begin = time.perf_counter()

    def progress(stage: str, done: int, total: int) -> None:
        if stage == "write" and not written_from[0]:
            written_from[0] = time.perf_counter()
        if done == total or done % 5_000 < 200:
            print(f"{key}: {stage} {done:,} of {total:,}\r", end="", file=sys.stderr)

    with access.acting(actor), peak() as weight:
        report = import_file(actor, path=path, workspace=workspace, progress=progress)
    end = time.perf_counter()
    print(file=sys.stderr)
    return Measured(
        key,
        path.stat().st_size / MEGABYTE,
        report.counts["stored"],
        written_from[0] - begin,
        end - written_from[0],
        weight,
    )


if __name__ == "__main__":
    main()
