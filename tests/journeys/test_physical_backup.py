"""pg_dump and back, on a machine of its own: the old database stays, and what was forgotten stays so."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from continuum.embedded import supervisor
from continuum.embedded.paths import Home

ROOT = Path(__file__).resolve().parents[2]
STORY = """
import os, sys, django
django.setup()
from continuum.management.ground import services
from memories import access
from memories.intake.submit import submit
from memories.services.drafts import Draft
from memories.services.workspaces import ensure_default_workspace
from oauth.services.actors import actor_for_user
from oauth.services.people import local_owner
with services(migrate=True):
    owner = local_owner()
    ensure_default_workspace(actor_for_user(owner), mode="auto")
    with access.acting(actor_for_user(owner)) as person:
        for name in sys.argv[1:]:
            submit(person, draft=Draft(content=f"The {name} is here to stay.", name=name))
"""


class Machine:
    def __init__(self, home: Path) -> None:
        self.home = home
        extra = {"CONTINUUM_HOME": str(home), "PYTHONPATH": str(ROOT), "CONTINUUM_EMBEDDING": "none"}
        self.environment = {**os.environ, **extra, "DJANGO_SETTINGS_MODULE": "continuum.settings"}

    def run(self, *arguments: str, fails: bool = False) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode != 0) == fails, done.stderr
        return done.stdout + done.stderr

    def manage(self, *arguments: str, fails: bool = False) -> str:
        return self.run("manage.py", *arguments, fails=fails)


@pytest.fixture
def machine() -> Iterator[Machine]:
    with (
        tempfile.TemporaryDirectory(prefix="continuum-dump-", ignore_cleanup_errors=True) as folder,
        supervisor.running(Home(Path(folder))),
    ):
        yield Machine(Path(folder))


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_dump_comes_back_without_what_was_forgotten_since(machine: Machine) -> None:
    machine.run("-c", STORY, "office", "harbour")
    before = machine.manage("database", "dump", "--digest")
    dump = str(machine.home / "all.dump")
    machine.manage("database", "backup", "--physical", dump)
    machine.run("-c", STORY, "later")
    told = machine.manage("database", "restore", "--physical", dump, "--yes")
    assert "continuum_before_" in told and machine.manage("database", "dump", "--digest") == before
    machine.manage("memories", "forget", "harbour", "--yes")
    machine.manage("database", "restore", "--physical", dump, "--yes")
    assert "harbour" not in machine.manage("database", "dump") and "office" in machine.manage(
        "memories", "list"
    )
    assert "every chain holds" in machine.manage("database", "check")
    (machine.home / "broken.dump").write_bytes(Path(dump).read_bytes()[:-2_000])
    machine.manage(
        "database", "restore", "--physical", str(machine.home / "broken.dump"), "--yes", fails=True
    )
    assert "office" in machine.manage("memories", "list")
