"""`manage.py database`: check, backup, restore, dump."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memories import access
from memories.models import Memory
from memories.services.workspaces import create_workspace
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember
from tests.tampering import behind_its_back


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("database", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def small(committed: None, alice: User, settings: Any, tmp_path: Path) -> User:
    settings.BACKUPS, settings.ERASURE_LEDGER = tmp_path / "backups", tmp_path / "erasures.jsonl"
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office")
    return alice


def test_a_backup_is_named_checked_and_restored(small: User, settings: Any) -> None:
    told = json.loads(run("backup", "--json"))
    path = Path(told["path"])
    assert path.parent == settings.BACKUPS and told["rows"]["memory"] == 1
    assert path.stat().st_mode & 0o077 == 0, "others on this machine could read it"
    assert "1 memories" in run("check", str(path))
    before = run("dump", "--digest")
    with access.acting(agent_actor(small)) as agent:
        remember(agent, "Later.", name="later")
    assert run("dump", "--digest") != before
    lines = run("restore", str(path), "--replace", "--yes").splitlines()
    assert lines[0].startswith("1 memories are back") and "before-restore-" in lines[1]
    assert run("dump", "--digest") == before and '"office"' in run("dump")


def test_one_persons_vault_alone(small: User, bob: User, tmp_path: Path) -> None:
    with access.acting(agent_actor(bob)) as agent:
        remember(agent, "Bob's own.", name="his")
    path = str(tmp_path / "alice.continuum")
    assert "1 memories" in run("backup", path, "--person", "alice", "--no-vectors")
    run("restore", path, "--person", "alice", "--replace", "--yes")
    with access.acting(person_actor(bob)):
        assert Memory.objects.filter(name="his").exists()


def test_a_workspace_that_is_no_more_is_told_with_whose_it_was(small: User, tmp_path: Path) -> None:
    path = str(tmp_path / "all.continuum")
    run("backup", path)
    with access.acting(person_actor(small)) as person:
        create_workspace(person, name="garden")
    assert "no more: garden of alice." in run("restore", path, "--replace", "--yes")


@pytest.mark.parametrize(
    ("arguments", "because"),
    [
        (("restore",), "Say which file"),
        (("restore", "gone.continuum"), "no such file"),
        (("restore", "gone.continuum", "--replace"), "Say --yes"),
        (("check", "gone.continuum"), "no such file"),
        (("backup", "--person", "nobody"), "Nobody called 'nobody'"),
        (("restore", "gone.dump", "--physical", "--yes"), "no such file"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(small: User, arguments: tuple[str, ...], because: str) -> None:
    with pytest.raises(CommandError, match=because):
        run(*arguments)


def test_a_sound_database_passes_and_a_tampered_one_does_not(small: User) -> None:
    assert "every chain holds" in run("check")
    with behind_its_back() as cursor:
        cursor.execute("UPDATE memories_event SET action = 'memory.restored' WHERE sequence = 2")
    with pytest.raises(CommandError, match="1 of 5"):
        run("check", "--json")
