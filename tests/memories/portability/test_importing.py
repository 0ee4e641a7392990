"""Importing as a whole: what is written, and that it is all or nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from continuum.kernel.errors import ValidationFailed
from memories import access
from memories.intake.again import undo_batch
from memories.models import Batch, Event, Job, Memory, Origin, Revision, Status
from memories.portability.importing import import_file
from memories.services.removal import forget
from tests.memories.portability.conftest import memory_of, texts_of

KEY = "AKIA" + "Q3EXAMPLZ7TB2WVH"


def export(*memories: dict) -> dict:
    return {
        "format": "continuum-memory-export",
        "version": "1",
        "workspace": "default",
        "memories": list(memories),
    }


TEA = {
    "name": "tea",
    "type": "user",
    "recall": "always",
    "description": "When",
    "content": "Tea is at four.",
    "created_at": "2024-03-01T10:00:00+00:00",
    "updated_at": "2024-04-01T10:00:00+00:00",
    "archived_at": None,
    "colour": "green",
}
OLD = {**TEA, "name": "old", "content": "Coffee is at nine.", "archived_at": "2024-05-01T10:00:00+00:00"}


def test_a_persons_import_keeps_dates_tiers_and_what_was_archived(owner, file) -> None:
    report = import_file(owner, path=file("export.json", export(TEA, OLD)))
    assert (report.format, report.read, report.counts) == ("continuum", 2, {"stored": 2})
    tea, old = memory_of(owner, "tea"), memory_of(owner, "old")
    assert (tea.created_at, tea.updated_at) == (
        datetime(2024, 3, 1, 10, tzinfo=UTC),
        datetime(2024, 4, 1, 10, tzinfo=UTC),
    )
    assert (tea.kind, tea.recall_tier, tea.archived_at) == ("user", "always", None)
    assert old.archived_at == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert texts_of(owner) == {"tea": "Tea is at four."}
    said = Revision.objects.get(memory=tea)
    assert (said.trust, said.source, said.batch_id) == ("import", "continuum", report.batch)


def test_what_has_no_place_of_its_own_is_kept_beside_the_revision(owner, file) -> None:
    import_file(owner, path=file("export.json", export(TEA)))
    origin = Origin.objects.get()
    assert (origin.memory.name, origin.format) == ("tea", "continuum")
    assert (origin.place, origin.fields) == ("export.json, memory 1", {"colour": "green"})


def test_a_dry_run_tells_the_same_and_writes_nothing(owner, file) -> None:
    path = file("export.json", export(TEA, OLD, {"name": "empty"}, {**TEA, "name": "key", "content": KEY}))
    looked = import_file(owner, path=path, dry_run=True)
    assert not Memory.objects.exists() and not Batch.objects.exists() and not Job.objects.exists()
    assert not Event.objects.filter(action="batch.opened").exists() and looked.batch is None
    made = import_file(owner, path=path)
    assert (looked.read, looked.counts, looked.remarks) == (made.read, made.counts, made.remarks)
    assert looked.counts == {"stored": 2, "unreadable": 1, "refused": 1}
    assert [each.place for each in looked.remarks] == ["export.json, memory 3", "export.json, memory 4"]
    assert KEY not in str(made.as_json())


def test_undo_takes_back_exactly_the_import(owner, file) -> None:
    import_file(owner, path=file("mine.md", "Sugar is in the blue tin."))
    report = import_file(owner, path=file("export.json", export(TEA, OLD)))
    undone = undo_batch(owner, batch_id=report.batch)
    assert sorted(undone.removed) in (["old", "tea"], ["tea"]) and not undone.kept
    assert list(texts_of(owner).values()) == ["Sugar is in the blue tin."]


def test_importing_again_brings_nothing_new(owner, file) -> None:
    path = file("export.json", export(TEA, OLD))
    import_file(owner, path=path)
    again = import_file(owner, path=path)
    assert again.counts == {"duplicate": 2} and Revision.objects.count() == 2
    assert len(again.remarks) == 2


def test_after_undo_it_can_be_imported_again(owner, file) -> None:
    path = file("export.json", export(TEA))
    undo_batch(owner, batch_id=import_file(owner, path=path).batch)
    assert import_file(owner, path=path).counts == {"stored": 1}
    assert texts_of(owner) == {"tea": "Tea is at four."}


def test_a_newer_export_of_the_same_source_is_a_new_version(owner, file) -> None:
    import_file(owner, path=file("export.json", export(TEA)))
    newer = {**TEA, "content": "Tea is at five.", "updated_at": "2024-09-01T10:00:00+00:00"}
    assert import_file(owner, path=file("export.json", export(newer))).counts == {"stored": 1}
    assert texts_of(owner) == {"tea": "Tea is at five."} and memory_of(owner, "tea").version == 2


def test_a_text_of_ones_own_is_not_replaced_by_an_import(owner, file) -> None:
    import_file(
        owner, path=file("list.json", [{"content": "Tea is at three.", "name": "tea", "source": "me"}])
    )
    report = import_file(owner, path=file("export.json", export(TEA)))
    assert report.counts == {"proposed": 1} and "waits for a person" in report.remarks[0].reason
    assert texts_of(owner) == {"tea": "Tea is at three."}
    assert texts_of(owner, status=Status.PROPOSED) == {"tea": "Tea is at four."}


def test_what_was_forgotten_does_not_come_back_by_an_import(owner, file) -> None:
    path = file("export.json", export(TEA))
    import_file(owner, path=path)
    forget(owner, name="tea")
    report = import_file(owner, path=path)
    assert report.counts == {"forgotten": 1} and "does not come back" in report.remarks[0].reason
    assert not Memory.objects.exists() and not Origin.objects.exists()


def test_what_an_agent_imports_waits_as_one_batch(owner, actor, file) -> None:
    path = file("export.json", export({**TEA, "recall": "relevance"}, OLD))
    with access.acting(actor):
        report = import_file(actor, path=path)
    assert report.counts == {"proposed": 2} and texts_of(owner) == {}
    waiting = Revision.objects.filter(status=Status.PROPOSED)
    assert {each.batch_id for each in waiting} == {report.batch}


def test_projects_go_to_workspaces_of_their_own(owner, file, tmp_path) -> None:
    account = {
        "format": "continuum-account-export",
        "workspaces": {
            "default": {"memories": [TEA]},
            "garden": {"memories": [{**TEA, "content": "Beans at the wall."}], "graph": {}},
        },
    }
    report = import_file(owner, path=file("account.json", account))
    assert report.counts == {"stored": 2, "skipped": 2} and len(report.batches) == 2
    assert report.details["workspaces"] == ["garden"]
    assert (
        Revision.objects.filter(content="Beans at the wall.").count() == 0
    )  # not in the workspaces of before


def test_one_workspace_takes_all_when_it_is_named(owner, file) -> None:
    account = {"workspaces": {"garden": {"memories": [{**TEA, "content": "Beans at the wall."}]}}}
    report = import_file(owner, path=file("account.json", account), workspace="team")
    assert (
        list(texts_of(owner, "team").values()) == ["Beans at the wall."]
        and "workspaces" not in report.details
    )


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "cut.json",
            b'{"format":"continuum-memory-export","memories":[{"name":"a","content":"x"},{"na',
            "breaks off",
        ),
        ("deep.json", b'[{"name":"a","content":"x","more":' + b"[" * 1_000_000, "too deep"),
        ("latin.txt", "café".encode("latin-1"), "not UTF-8"),
        ("page.html", b"<!doctype html><html><title>Sign in</title>", "web page"),
        ("not.zip", b"hello", "no zip archive"),
        ("cut.zip", b"PK\x03\x04hello", "damaged or cut"),
        ("empty.json", b"", "empty"),
        ("other.json", b'{"invoices":[1,2]}', "no export that is known"),
        ("blob.bin", b"\x00\x01\x02\x03", "no export that is known"),
    ],
)
def test_a_file_that_cannot_be_imported_says_why_and_changes_nothing(owner, file, name, content, why) -> None:
    with pytest.raises(ValidationFailed, match=why):
        import_file(owner, path=file(name, content))
    assert not Memory.objects.exists() and not Batch.objects.exists()
