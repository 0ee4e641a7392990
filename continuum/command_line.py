"""Continuum's command line, as `manage.py` in its folder and as `continuum` from anywhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from textwrap import shorten
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands, load_command_class

OURS: Final = frozenset({"continuum", "memories", "mcp_gateway", "oauth"})
WIDTH: Final = 100  # columns of one line of the list


def main(argv: list[str] | None = None) -> None:
    """Run the command that was asked for. Ends the process with a sentence where settings are wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "continuum.settings")
    try:
        _CommandLine(argv or sys.argv).execute()
    except ImproperlyConfigured as error:
        sys.exit(f"Continuum cannot start: {error}")


class _CommandLine(ManagementUtility):
    def main_help_text(self, commands_only: bool = False) -> str:
        """Continuum's own commands, each with what it does; with `--commands` the names of every one."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        own = sorted((name, app) for name, app in get_commands().items() if app in OURS)
        width = max(len(name) for name, _ in own)
        lines = [shorten(_summary(app, name), WIDTH - width, placeholder=" ...") for name, app in own]
        return "\n".join(
            [
                f"How to run one: {self._run_as()} COMMAND",
                *("", *(f"  {name:<{width}}  {line}" for (name, _), line in zip(own, lines, strict=True))),
                *(
                    "",
                    f"More of one: {self.prog_name} help NAME. Of Django: {self.prog_name} help --commands",
                ),
            ]
        )

    def _run_as(self) -> str:
        """The environment's own Python is needed: another has none of the libraries."""
        place = Path(self.argv[0]).resolve()
        return f"{sys.executable} {place}" if place.suffix == ".py" else str(place)


def _summary(app: str, name: str) -> str:
    return str(load_command_class(app, name).help)
