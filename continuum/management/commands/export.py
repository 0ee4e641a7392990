"""`manage.py export FILE`: take memories along, as a package or to read."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand

from continuum.management.ground import acting_for, as_json, progress_on, services
from memories.portability.export.readable import Kind, export_readable
from memories.portability.package.writing import export_package

PACKAGE = "package"


class Command(BaseCommand):
    help = (
        "Write memories into a file. package (a zip, or a folder): every version, state and date, to import "
        "elsewhere. markdown (a zip of pages) and json: what holds now, to read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--format", choices=[PACKAGE, *Kind], default=PACKAGE)
        parser.add_argument("--person", help="whose memories (default: the owner of this machine)")
        parser.add_argument("--workspace", help="one workspace instead of all")
        parser.add_argument("--without-private", action="store_true", help="leave private memories out")
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        with services():
            actor = acting_for(options["person"])
            given: dict[str, Any] = {
                "to": options["file"],
                "workspace": options["workspace"],
                "private": not options["without_private"],
                "progress": progress_on(self, quiet=options["json"]),
            }
            if options["format"] == PACKAGE:
                packed = export_package(actor, **given)
                memories, size = packed.manifest.counts["memories"], packed.bytes
            else:
                exported = export_readable(actor, kind=options["format"], **given)
                memories, size = exported.memories, exported.bytes
        told = {"path": str(options["file"]), "memories": memories, "bytes": size}
        line = f"{memories:,} memories are in {options['file']} ({size:,} bytes)."
        self.stdout.write(as_json(told) if options["json"] else line)
