"""Imports, through the API: upload, look, confirm, follow, undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from continuum.kernel.actor import Permission
from memories import access
from memories.models import Import, Job, Revision, Status
from memories.pipeline.work import work
from memories.portability import imports
from memories.portability.import_steps import IMPORT_STEPS
from tests.conftest import person_actor
from tests.memories.api.conftest import ROOT, problem

LIST = json.dumps(["Tea is at four.", "Coffee is at nine.", 7])


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path) -> Path:
    settings.IMPORTS = tmp_path / "imports"
    return settings.IMPORTS


def upload(script, content: bytes | str, name: str = "list.json", **fields: str):
    file = SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)
    headers = {"Authorization": f"Bearer {script.bearer}", "Continuum-Agent": script.agent}
    return Client(raise_request_exception=False).post(
        f"{ROOT}/imports", {"file": file, **fields}, headers=headers
    )


def done(script, made) -> dict:
    while work(also=IMPORT_STEPS):
        pass
    return script.get(f"/imports/{made.json()['id']}").json()


def test_a_file_is_looked_at_confirmed_and_waits_as_proposals(api, folder) -> None:
    made = upload(api, LIST)
    assert (made.status_code, made.json()["state"], made.json()["total"]) == (202, "waiting", len(LIST))
    looked = done(api, made)
    assert (looked["state"], looked["format"]) == ("looked", "list")
    assert looked["report"]["counts"] == {"proposed": 2, "unreadable": 1} and looked["report"]["dry_run"]
    assert Revision.objects.count() == 0
    assert api.post(f"/imports/{looked['id']}/confirm", {}).json()["state"] == "confirmed"
    imported = done(api, made)
    assert (imported["state"], imported["report"]["counts"]["proposed"]) == ("done", 2)
    assert imported["batch_id"] and imported["finished_at"] and not list(folder.iterdir())
    assert [each["id"] for each in api.get("/imports").json()["imports"]] == [imported["id"]]


def test_all_that_a_batch_proposed_is_approved_in_one_step(api, alice) -> None:
    made = upload(api, LIST)
    done(api, made)
    api.post(f"/imports/{made.json()['id']}/confirm", {})
    batch = done(api, made)["batch_id"]
    assert api.post(f"/batches/{batch}/decide", {}).json() == {"counts": {"active": 2}}
    with access.acting(person_actor(alice)):
        assert Revision.objects.filter(status=Status.ACTIVE, trust="import").count() == 2
    undone = api.post(f"/imports/{made.json()['id']}/undo", {}).json()
    assert len(undone["removed"]) == 2 and api.get(f"/imports/{made.json()['id']}").json()["undone_at"]


def test_a_text_that_is_pasted_is_imported_to_the_workspace_that_is_named(api, alice) -> None:
    made = api.post("/imports", {"text": "Tea is at four.\n\nCoffee is at nine.", "workspace": "team"})
    assert (made.status_code, made.json()["workspace"]) == (202, "team")
    assert done(api, made)["report"]["counts"] == {"proposed": 2}


def test_a_file_that_cannot_be_imported_fails_with_its_reason(api, folder) -> None:
    told = done(api, upload(api, '{"invoices": []}', "x.json"))
    assert told["state"] == "failed" and "no export that is known" in told["error"]
    assert not list(folder.iterdir())
    problem(api.post(f"/imports/{told['id']}/confirm", {}), 409, "CONFLICT")
    assert api.call("DELETE", f"/imports/{told['id']}").status_code == 204 and Import.objects.count() == 0


def test_an_upload_is_discarded_with_its_job(api, folder) -> None:
    made = upload(api, LIST).json()
    assert api.call("DELETE", f"/imports/{made['id']}").status_code == 204
    assert Job.objects.count() == 0
    problem(api.get(f"/imports/{made['id']}"), 404, "MEMORY_NOT_FOUND")


def test_what_cannot_be_uploaded_is_told(api, alice, script_of, monkeypatch, folder) -> None:
    problem(api.post("/imports", {}), 400, "VALIDATION_ERROR")
    problem(api.post("/imports", {"text": "x", "workspace": "nowhere"}), 404, "MEMORY_NOT_FOUND")
    problem(script_of(alice, Permission.READ).post("/imports", {"text": "x"}), 403, "FORBIDDEN")
    problem(upload(api, LIST, "AKIA" + "Q3EXAMPLZ7TB2WVH.json"), 422, "SECRET_REFUSED")
    monkeypatch.setattr(imports, "MAX_UPLOAD", 5)
    problem(upload(api, LIST), 400, "VALIDATION_ERROR")
    assert not folder.exists() or not list(folder.iterdir())


def test_another_person_and_another_client_see_nothing_of_it(api, alice, charlie, script_of) -> None:
    made = upload(api, LIST).json()
    for other in (script_of(charlie), script_of(alice)):
        problem(other.get(f"/imports/{made['id']}"), 404, "MEMORY_NOT_FOUND")
        problem(other.post(f"/imports/{made['id']}/confirm", {}), 404, "MEMORY_NOT_FOUND")
        assert other.get("/imports").json()["imports"] == []


def test_what_is_not_looked_at_yet_cannot_be_confirmed(api) -> None:
    made = upload(api, LIST).json()
    told = problem(api.post(f"/imports/{made['id']}/confirm", {}), 409, "CONFLICT")
    assert "not looked at yet" in told["detail"]
