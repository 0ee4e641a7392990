"""kill -9 in the middle of a restore: everything is as it was, and the next try succeeds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memories import access
from memories.portability.backup.writing import back_up
from memories.portability.package.writing import export_package
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember
from tests.vaults import state

ROOT = Path(__file__).resolve().parents[2]


def restore_in_a_process(path: Path, *doom: str) -> int:
    return in_a_process(path, "database", "restore", str(path), "--person", "alice", "--replace", doom=doom)


def in_a_process(path: Path, *arguments: str, doom: tuple[str, ...]) -> int:
    command = [*(("-m", "tests.journeys.doomed", *doom) if doom else ()), "manage.py", *arguments, "--yes"]
    environment = {**os.environ, "CONTINUUM_BACKUPS": str(path.parent / "kept")}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    return done.returncode


@pytest.fixture
def vault(committed: None, alice: User, settings: Any, tmp_path: Path) -> Path:
    """A backup of five memories; since then one has changed and one has come."""
    settings.ERASURE_LEDGER = tmp_path / "erasures.jsonl"
    with access.acting(agent_actor(alice)) as agent:
        for number in range(5):
            remember(agent, f"Crate {number} stands in hall {number + 7}.", name=f"crate {number}")
        path = back_up(person_actor(alice), to=tmp_path / "vault.continuum").path
        remember(agent, "Crate 1 was sold.", name="crate 1")
        remember(agent, "The hall is closed.", name="hall")
    return path


@pytest.mark.parametrize(
    "doom",
    [
        ("before anything is deleted", "1"),
        ("while rows are put down", "8"),
        ("when all rows are down", "1"),
    ],
)
def test_a_restore_that_is_killed_has_changed_nothing(vault: Path, doom: tuple[str, str]) -> None:
    before = state()
    assert restore_in_a_process(vault, *doom) == -signal.SIGKILL
    assert state() == before


def test_an_import_that_is_killed_has_changed_nothing(vault: Path, alice: User, tmp_path: Path) -> None:
    package = export_package(person_actor(alice), to=tmp_path / "vault.zip").path
    User.objects.create_user("bob", password=None)
    arguments = ("import", str(package), "--person", "bob")
    before = state()
    assert in_a_process(package, *arguments, doom=("while a package comes in", "4")) == -signal.SIGKILL
    after = state()
    assert before["memories_memory"] == after["memories_memory"]
    assert in_a_process(package, *arguments, doom=()) == 0
    assert len(state()["memories_memory"]) == 2 * len(before["memories_memory"])


def test_after_the_commit_all_of_it_is_there(vault: Path, alice: User) -> None:
    assert restore_in_a_process(vault, "after commit before nudge", "1") == -signal.SIGKILL
    with access.acting(person_actor(alice)):
        back = state()
    assert not [row for row in back["memories_memory"] if '"hall"' in row]
    assert len(back["memories_memory"]) == 5
    assert restore_in_a_process(vault) == 0 and state() == back
