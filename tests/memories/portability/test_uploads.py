"""Files that were uploaded: gone with what they belong to, waiting no longer than they may."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.errors import NotFound
from memories import access
from memories.models import Import, Job, Memory
from memories.pipeline.work import work
from memories.portability import import_steps, uploads
from memories.portability.import_steps import IMPORT_STEPS
from memories.portability.imports import confirm_import, get_import, upload_import
from memories.portability.purging import purge
from memories.portability.uploads import sweep_uploads
from memories.services.members import change_role, remove_member
from memories.services.workspaces import delete_workspace
from oauth.models import User
from oauth.services.closing import close_account
from tests.conftest import person_actor

TEXT = b"Tea is at four.\n\nCoffee is at nine.\n"


@pytest.fixture(autouse=True)
def folder(committed: None, settings: Any, tmp_path: Path) -> Path:
    settings.IMPORTS = tmp_path / "imports"
    return tmp_path / "imports"


def uploaded(user: User, workspace: str | None = None) -> Import:
    with access.acting(person_actor(user)) as actor:
        return upload_import(actor, chunks=[TEXT], workspace=workspace)


def worked() -> None:
    while work(also=IMPORT_STEPS):
        pass


def now(user: User, row: Import) -> Import:
    with access.acting(person_actor(user)) as actor:
        return get_import(actor, import_id=row.pk)


def in_team(alice: User, done: Any, **more: Any) -> None:
    with access.acting(person_actor(alice)) as owner:
        done(owner, workspace="team", **more)


@pytest.mark.parametrize("end", [delete_workspace, purge, close_account])
def test_a_file_goes_with_its_workspace(alice: User, folder: Path, end: Any) -> None:
    """The text in it is somebody's, who has just erased all that is theirs."""
    uploaded(alice, "team")
    assert len(list(folder.iterdir())) == 1
    with access.acting(person_actor(alice)) as owner:
        {
            delete_workspace: lambda: delete_workspace(owner, workspace="team"),
            purge: lambda: purge(owner, confirm="purge"),
            close_account: lambda: close_account(alice),
        }[end]()
    assert list(folder.iterdir()) == []


def test_what_a_removed_member_brought_is_not_imported(alice: User, bob: User, folder: Path) -> None:
    row = uploaded(bob, "team")
    in_team(alice, remove_member, member=bob.pk)
    worked()
    with pytest.raises(NotFound):
        now(bob, row)
    assert list(folder.iterdir()) == [] and Job.objects.count() == 0
    with access.acting(person_actor(alice)):
        assert Import.objects.get().state == Import.State.FAILED


@pytest.mark.parametrize("change", [remove_member, change_role])
def test_who_is_removed_while_their_file_is_read_writes_nothing(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    """Reading a large file takes minutes, and the change counts at once."""
    row = uploaded(bob, "team")
    worked()
    with access.acting(person_actor(bob)) as member:
        confirm_import(member, import_id=row.pk)
    real = import_steps.import_file
    more = {"role": "reader"} if change is change_role else {}

    def slow(*given: Any, before_writing: Any, **named: Any) -> Any:
        def meanwhile() -> None:
            in_team(alice, change, member=bob.pk, **more)
            before_writing()

        return real(*given, before_writing=meanwhile, **named)

    monkeypatch.setattr(import_steps, "import_file", slow)
    worked()
    with access.acting(person_actor(alice)):
        assert Import.objects.get().error == import_steps.LEFT and not Memory.objects.exists()


def test_an_import_whose_worker_ended_in_every_try_is_told_as_failed(alice: User, folder: Path) -> None:
    row = uploaded(alice)
    with access.acting(person_actor(alice)):
        Import.objects.update(state=Import.State.LOOKING)
        Job.objects.update(state=Job.State.FAILED)
    lost = now(alice, row)
    assert (lost.state, lost.error) == (Import.State.FAILED, uploads.LOST) and list(folder.iterdir()) == []


def test_what_nobody_confirms_waits_for_a_month(alice: User, folder: Path) -> None:
    row = uploaded(alice)
    worked()
    sweep_uploads()
    assert now(alice, row).state == Import.State.LOOKED and row.upload.exists()
    with access.acting(person_actor(alice)):
        Import.objects.update(created_at=timezone.now() - uploads.WAITS - timedelta(minutes=1))
    sweep_uploads()
    with pytest.raises(NotFound):
        now(alice, row)
    assert list(folder.iterdir()) == []


def test_files_without_a_row_go_after_a_day(
    alice: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = uploaded(alice)
    stray = row.upload.with_name("01980000-0000-7000-8000-000000000000")
    for name in (stray, folder / f"{stray.name}.continuum"):
        name.write_bytes(TEXT)
    sweep_uploads()
    assert stray.exists()
    monkeypatch.setattr(uploads, "STRAY", timedelta(0))
    sweep_uploads()
    assert not stray.exists() and row.upload.exists() and len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("over", [Import.State.DONE, Import.State.FAILED])
def test_a_file_goes_whose_worker_was_killed_before_it_put_it_away(
    alice: User, folder: Path, monkeypatch: pytest.MonkeyPatch, over: str
) -> None:
    row, waiting = uploaded(alice), uploaded(alice, "team")
    worked()
    with access.acting(person_actor(alice)):
        Import.objects.filter(pk=row.pk).update(state=over)
    monkeypatch.setattr(uploads, "STRAY", timedelta(0))
    sweep_uploads()
    assert list(folder.iterdir()) == [waiting.upload] and now(alice, row).state == over
