"""Backups and restores as jobs: followed while they go on, all or nothing, done once."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.errors import Conflict, Forbidden, NotFound, ValidationFailed
from memories import access
from memories.models import Job, Transfer
from memories.pipeline.work import work
from memories.portability import heartbeat, transfer_steps, transfers
from memories.portability.backup.reading import check
from memories.portability.backup.writing import back_up
from memories.portability.steps import STEPS
from memories.portability.transfers import (
    expire_transfers,
    file_of,
    get_transfer,
    made_file,
    start_backup,
    start_restore,
)
from oauth.models import User
from oauth.services.closing import close_account
from tests.conftest import agent_actor, person_actor
from tests.stories import remember
from tests.vaults import state

State = Transfer.State


@pytest.fixture
def vault(committed: None, alice: User, settings: Any, tmp_path: Path) -> User:
    settings.BACKUPS, settings.ERASURE_LEDGER = tmp_path / "backups", tmp_path / "erasures.jsonl"
    settings.IMPORTS = tmp_path / "uploads"
    with access.acting(agent_actor(alice)) as agent:
        remember(agent, "The office is in Ghent.", name="office")
    worked()
    return alice


@pytest.fixture
def brought(vault: User, tmp_path: Path) -> Path:
    """A backup of what is here; since then something was added."""
    path = back_up(person_actor(vault), to=tmp_path / "vault.continuum").path
    with access.acting(agent_actor(vault)) as agent:
        remember(agent, "Later.", name="later")
    worked()
    return path


def backed_up(alice: User) -> Transfer:
    with access.acting(person_actor(alice)) as person:
        return start_backup(person)


def restoring(alice: User, path: Path, *, replace: bool = True) -> Transfer:
    with access.acting(person_actor(alice)) as person:
        return start_restore(person, path=path, replace=replace)


def settled(alice: User, row: Transfer) -> Transfer:
    with access.acting(person_actor(alice)) as person:
        return get_transfer(person, transfer_id=row.pk)


def worked() -> None:
    while work(also=STEPS):
        pass


def test_the_job_that_writes_a_backup_is_not_in_it(vault: User) -> None:
    row = backed_up(vault)
    worked()
    with access.acting(person_actor(vault)) as person:
        heading, _ = check(made_file(person, transfer_id=row.pk))
    assert settled(vault, row).state == State.DONE and heading.rows["memory"] == 1
    assert heading.rows["job"] == 0 and file_of(row).stat().st_mode & 0o077 == 0


def test_what_can_be_said_at_once_is_said_at_once(vault: User, brought: Path, tmp_path: Path) -> None:
    (tmp_path / "no").write_text("<html>")
    with pytest.raises(Conflict, match="memories here already"):
        restoring(vault, brought, replace=False)
    with pytest.raises(ValidationFailed, match="web page"):
        restoring(vault, tmp_path / "no")
    with access.acting(agent_actor(vault)) as agent, pytest.raises(Forbidden):
        start_restore(agent, path=brought, replace=True)
    assert not Transfer.objects.exists() and brought.is_file()


def test_what_is_wrong_further_on_is_told_and_changes_nothing(vault: User, brought: Path) -> None:
    brought.write_bytes(brought.read_bytes()[:-30])
    before = state()
    row = restoring(vault, brought)
    worked()
    failed = settled(vault, row)
    assert (failed.state, failed.code) == (
        State.FAILED,
        "VALIDATION_ERROR",
    ) and "not complete" in failed.error
    assert state() == before and not file_of(row).exists() and not Job.objects.filter(revision_id=row.pk)


def test_only_one_goes_on_at_a_time(vault: User, brought: Path) -> None:
    row = backed_up(vault)
    with pytest.raises(Conflict, match="under way"):
        restoring(vault, brought)
    worked()
    restoring(vault, file_of(row))


def test_a_restore_whose_worker_died_is_done_by_the_next(
    vault: User, brought: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = restoring(vault, brought)

    def dies(*_: Any) -> None:
        raise KeyboardInterrupt

    before = state()
    with monkeypatch.context() as patch:
        patch.setattr(transfer_steps, "_done", dies)
        with pytest.raises(KeyboardInterrupt):
            worked()
    assert settled(vault, row).state == State.RUNNING and _without_jobs(state()) == _without_jobs(before)
    with access.acting(person_actor(vault)):
        Job.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    worked()
    assert settled(vault, row).state == State.DONE and len(state()["memories_memory"]) == 1


def _without_jobs(found: dict[str, Any]) -> dict[str, Any]:
    return {
        table: rows for table, rows in found.items() if table not in {"memories_job", "memories_transfer"}
    }


def test_one_whose_job_is_lost_is_told_as_failed_and_stands_in_nobodys_way(vault: User) -> None:
    row = backed_up(vault)
    with access.acting(person_actor(vault)):
        Job.objects.filter(revision_id=row.pk).delete()
    again = backed_up(vault)
    assert settled(vault, row).state == State.FAILED and settled(vault, again).state == State.WAITING


def test_what_fails_unforeseen_is_told_by_its_kind_alone(
    vault: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("with a text in it")

    monkeypatch.setattr(transfer_steps, "back_up", fails)
    row = backed_up(vault)
    worked()
    failed = settled(vault, row)
    assert failed.code == "INTERNAL_ERROR" and "RuntimeError" in failed.error and "text" not in failed.error


def test_files_are_kept_for_a_day(vault: User, settings: Any) -> None:
    row = backed_up(vault)
    worked()
    stray = settings.IMPORTS / "gone.continuum"
    stray.write_text("of a row that is no more")
    expire_transfers()
    assert file_of(row).exists() and stray.exists()
    Transfer.objects.update(created_at=timezone.now() - transfers.KEPT - timedelta(minutes=1))
    expire_transfers()
    with pytest.raises(NotFound):
        settled(vault, row)
    assert not file_of(row).exists()


def test_a_closed_account_leaves_no_file(vault: User) -> None:
    row = backed_up(vault)
    worked()
    close_account(vault)
    assert not file_of(row).exists() and not Transfer.objects.exists()


def test_it_says_how_far_it_is_while_the_job_is_being_taken_away(
    vault: User, brought: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restore deletes its own job: the beat must not wait for it."""
    row, seen = restoring(vault, brought), threading.Event()
    monkeypatch.setattr(heartbeat, "SECONDS", 0.02)
    monkeypatch.setattr(transfer_steps, "_done", _after(seen, transfer_steps._done))

    def look() -> None:
        while Transfer.objects.filter(pk=row.pk, stage="restore", done__gt=0).count() == 0:
            time.sleep(0.02)
        seen.set()

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    worked()
    looking.join(10)
    assert seen.is_set() and settled(vault, row).state == State.DONE


def _after(seen: threading.Event, done: Any) -> Any:
    def late(*given: Any) -> None:
        assert seen.wait(10)
        done(*given)

    return late
