"""The jobs of imports, and the thread that says how far they are."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from django.db import connection

from continuum.kernel.errors import Conflict, NotFound
from memories import access, outbox
from memories.intake.again import undo_batch
from memories.models import Import, Job, Memory, Revision, Status
from memories.pipeline.work import work
from memories.portability import heartbeat, import_steps
from memories.portability.approving import decide_batch
from memories.portability.heartbeat import beating
from memories.portability.import_steps import IMPORT_STEPS
from memories.portability.imports import (
    confirm_import,
    discard_import,
    get_import,
    list_imports,
    undone_at,
    upload_import,
)
from tests.conftest import person_actor

TEXT = b"Tea is at four.\n\nCoffee is at nine.\n"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.IMPORTS = tmp_path / "imports"
    return settings.IMPORTS


def work_off() -> None:
    while work(also=IMPORT_STEPS):
        pass


def test_a_persons_upload_is_imported_once_it_is_confirmed(owner) -> None:
    row = upload_import(owner, chunks=[TEXT], filename="notes.md")
    work_off()
    assert get_import(owner, import_id=row.pk).state == Import.State.LOOKED and not Memory.objects.exists()
    confirm_import(owner, import_id=row.pk)
    work_off()
    done = get_import(owner, import_id=row.pk)
    assert (done.state, done.report["counts"]) == ("done", {"stored": 2}) and undone_at(done) is None
    assert Revision.objects.filter(batch_id=done.batch_id, status=Status.ACTIVE).count() == 2
    undo_batch(owner, batch_id=done.batch_id)
    assert undone_at(done) is not None


def test_a_step_that_comes_twice_imports_once(owner) -> None:
    row = upload_import(owner, chunks=[TEXT])
    work_off()
    confirm_import(owner, import_id=row.pk)
    outbox.enqueue(workspace=row.workspace_id, step="import", revision_id=row.pk)
    work_off()
    assert Revision.objects.count() == 2 and not Job.objects.filter(step="import").exists()


def test_a_step_that_died_is_taken_up_again(owner, monkeypatch) -> None:
    row = upload_import(owner, chunks=[TEXT])
    work_off()
    confirm_import(owner, import_id=row.pk)
    real = import_steps.import_file

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_steps, "import_file", dies)
    with pytest.raises(KeyboardInterrupt):
        work_off()
    assert get_import(owner, import_id=row.pk).state == Import.State.IMPORTING and not Memory.objects.exists()
    monkeypatch.setattr(import_steps, "import_file", real)
    Job.objects.update(run_after="2020-01-01T00:00:00Z", leased_until=None)
    work_off()
    assert get_import(owner, import_id=row.pk).state == Import.State.DONE and Revision.objects.count() == 2


def test_nothing_is_decided_twice(owner) -> None:
    row = upload_import(owner, chunks=[TEXT])
    work_off()
    confirm_import(owner, import_id=row.pk)
    for verb in (confirm_import, discard_import):
        with pytest.raises(Conflict, match="under way or done"):
            verb(owner, import_id=row.pk)
    assert row.upload.exists() and list(list_imports(owner, workspace="default")) == [row]


def test_an_agents_import_is_approved_or_rejected_as_one(owner, actor) -> None:
    with access.acting(actor):
        row = upload_import(actor, chunks=[TEXT])
    work_off()
    with access.acting(actor):
        confirm_import(actor, import_id=row.pk)
    work_off()
    batch = get_import(owner, import_id=row.pk).batch_id
    assert decide_batch(owner, batch_id=batch, decision="reject") == {"rejected": 2}
    assert decide_batch(owner, batch_id=batch) == {}


def test_a_stranger_sees_no_import(owner, charlie) -> None:
    row = upload_import(owner, chunks=[TEXT])
    with access.acting(person_actor(charlie)) as stranger, pytest.raises(NotFound):
        get_import(stranger, import_id=row.pk)


def test_a_job_says_how_far_it_is_while_its_transaction_is_open(committed, alice, monkeypatch) -> None:
    monkeypatch.setattr(heartbeat, "SECONDS", 0.02)
    with access.acting(person_actor(alice)) as actor:
        row = upload_import(actor, chunks=[TEXT])
        job = Job.objects.get(revision_id=row.pk)
        Import.objects.filter(pk=row.pk).update(state=Import.State.IMPORTING)
        with beating(job, row) as progress:
            progress("write", 7, 9)
            for _ in range(500):
                row.refresh_from_db()
                if row.done == 7:
                    break
                time.sleep(0.02)
        job.refresh_from_db()
    assert (row.stage, row.done, row.total) == ("write", 7, 9) and job.leased_until is not None
    assert connection.connection is not None  # the thread closed its own


def test_what_fails_unforeseen_is_told_and_not_tried_for_ever(owner, monkeypatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("with a text in it")

    row = upload_import(owner, chunks=[b"- The gate is green."], filename="notes.md")
    monkeypatch.setattr(import_steps, "import_file", fails)
    work_off()
    row.refresh_from_db()
    assert row.state == Import.State.FAILED and "RuntimeError" in row.error and "text" not in row.error
