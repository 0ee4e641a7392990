"""`manage.py doctor`: what is wrong here, and the command that mends it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from continuum.diagnosis import of_everything
from continuum.management.ground import as_json

SOMETHING = 1


class Command(BaseCommand):
    help = "Look at every part and say what is wrong and what mends it. Exits 1 where something is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for a program")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = of_everything()
        if options["json"]:
            self.stdout.write(as_json({"findings": [finding.as_json for finding in findings]}))
        else:
            self.stdout.write("\n".join(finding.as_line for finding in findings))
        if wrong := sum(not finding.ok for finding in findings):
            raise CommandError(f"{wrong} of {len(findings)} need attention.", returncode=SOMETHING)
