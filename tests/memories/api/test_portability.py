"""Taking everything along over the API."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from memories import access
from memories.api import files
from memories.models import Memory
from memories.pipeline.work import work
from memories.portability.backup.reading import check
from memories.portability.steps import STEPS
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.memories.api.conftest import ROOT, Script, problem
from tests.stories import remember
from tests.vaults import state


@pytest.fixture
def vault(committed: None, alice: User, settings: Any, tmp_path: Path) -> User:
    settings.BACKUPS, settings.ERASURE_LEDGER = tmp_path / "backups", tmp_path / "erasures.jsonl"
    settings.IMPORTS = tmp_path / "uploads"
    settings.ALLOW_PRIVATE = True
    with access.acting(person_actor(alice)) as person:
        remember(person, "The office is in Ghent.", name="office")
        remember(person, "Only for me.", name="diary", sensitivity="private")
    while work(also=STEPS):
        pass
    return alice


@pytest.fixture
def person(vault: User) -> Client:
    client = Client()
    client.force_login(vault)
    return client


def sent(client: Any, path: str, raw: bytes, **headers: str) -> Any:
    return client.generic("POST", ROOT + path, raw, content_type="application/octet-stream", headers=headers)


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_a_script_downloads_a_whole_backup(
    vault: User, script_of: Callable[..., Script], tmp_path: Path
) -> None:
    answer = script_of(vault).get("/backup")
    raw = body(answer)
    assert answer.status_code == 200 and int(answer["Content-Length"]) == len(raw)
    (tmp_path / "b.continuum").write_bytes(raw)
    assert check(tmp_path / "b.continuum")[0].rows["memory"] == 2
    assert not list((tmp_path / "backups").iterdir()), "nothing is left of it on the server"


def test_over_a_socket_it_comes_in_pieces_with_its_length(
    server_url: str, vault: User, script_of: Callable[..., Script], tmp_path: Path
) -> None:
    bearer = {"Authorization": f"Bearer {script_of(vault).bearer}"}
    with httpx.stream("GET", f"{server_url}{ROOT}/backup?vectors=false", headers=bearer) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.status_code == 200 and int(answer.headers["Content-Length"]) == len(raw)
    assert json.loads(gzip.decompress(raw).splitlines()[-1])["end"] is True
    headers = {**bearer, "Content-Type": "application/octet-stream"}
    told = httpx.post(
        f"{server_url}{ROOT}/backup/check", content=iter([raw[:100], raw[100:]]), headers=headers
    )
    assert told.status_code == 200 and told.json()["rows"]["memory"] == 2


@pytest.mark.parametrize("given", [(Permission.READ, Permission.WRITE), (Permission.ADMIN,)])
def test_a_backup_needs_more_than_reading(
    vault: User, script_of: Callable[..., Script], given: Any, settings: Any
) -> None:
    settings.ALLOW_PRIVATE = False
    problem(script_of(vault, *given).get("/backup"), 403, "FORBIDDEN")


def test_a_person_restores_what_was_downloaded(person: Client, vault: User) -> None:
    before = state()
    raw = body(person.get(f"{ROOT}/backup"))
    with access.acting(agent_actor(vault)) as agent:
        remember(agent, "Later.", name="later")
    csrf = {"X-CSRFToken": "none"}
    assert problem(sent(person, "/backup/restore", raw, **csrf), 409, "CONFLICT")
    begun = sent(person, "/backup/restore?replace=true", raw, **csrf)
    assert begun.status_code == 202 and begun.json()["state"] == "waiting" and state() != before
    while work(also=STEPS):
        pass
    told = person.get(begun["Location"]).json()
    assert told["state"] == "done" and told["report"]["rows"]["memory"] == 2 and told["report"]["way_back"]
    assert state() == before


def test_a_backup_is_a_job_that_is_followed_and_fetched(
    vault: User, script_of: Callable[..., Script], tmp_path: Path
) -> None:
    script = script_of(vault)
    begun = script.post("/backup", {"vectors": False})
    assert begun.status_code == 202 and begun["Location"].endswith(f"/backup/jobs/{begun.json()['id']}")
    where = f"/backup/jobs/{begun.json()['id']}"
    problem(script.get(f"{where}/file"), 409, "CONFLICT")
    problem(script.post("/backup", {}), 409, "CONFLICT")
    work(also=STEPS)
    told = script.get(where).json()
    assert (
        told["state"] == "done"
        and told["done"] == told["total"] > 0
        and told["report"]["rows"]["memory"] == 2
    )
    (tmp_path / "b.continuum").write_bytes(body(script.get(f"{where}/file")))
    assert check(tmp_path / "b.continuum")[1] == told["report"]["sha256"]
    assert [each["id"] for each in script.get("/backup/jobs").json()["jobs"]] == [told["id"]]


def test_a_job_is_its_persons_alone(vault: User, charlie: User, script_of: Callable[..., Script]) -> None:
    job = script_of(vault).post("/backup", {}).json()["id"]
    stranger = Client()
    stranger.force_login(charlie)
    for path in (f"/backup/jobs/{job}", f"/backup/jobs/{job}/file"):
        problem(stranger.get(ROOT + path), 404, "MEMORY_NOT_FOUND")
        problem(script_of(vault, Permission.READ).get(path), 403, "FORBIDDEN")
    assert stranger.get(f"{ROOT}/backup/jobs").json() == {"jobs": []}


def test_a_token_does_not_restore(vault: User, script_of: Callable[..., Script]) -> None:
    script = script_of(vault)
    raw = body(script.get("/backup"))
    bearer = {"Authorization": f"Bearer {script.bearer}"}
    problem(sent(script.client, "/backup/restore?replace=true", raw, **bearer), 403, "FORBIDDEN")


@pytest.mark.parametrize("path", ["/backup/check", "/backup/restore", "/package"])
@pytest.mark.parametrize("raw", [b"", b"<html>", b"PK\x03\x04", b"\x1f\x8b\x08junk"])
def test_what_is_no_such_file_is_a_problem_of_400(person: Client, path: str, raw: bytes) -> None:
    before = state()
    problem(sent(person, path, raw), 400, "VALIDATION_ERROR")
    assert state() == before


def test_an_upload_that_is_too_large_names_the_limit(person: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_UPLOAD", 1_000)
    told = problem(sent(person, "/package", bytes(2_000)), 400, "VALIDATION_ERROR")
    assert told["limit"] == 1_000


def test_exports_and_a_package_that_comes_back(person: Client, vault: User) -> None:
    raw = body(person.get(f"{ROOT}/export?private=true"))
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        assert json.loads(archive.read("manifest.json"))["counts"]["memories"] == 2
    told = sent(person, "/package?workspace=team", raw).json()
    assert told["counts"] == {"stored": 2} and len(told["batches"]) == 1
    page = body(person.get(f"{ROOT}/export?kind=markdown&workspace=default"))
    with zipfile.ZipFile(io.BytesIO(page)) as archive:
        assert archive.namelist() == ["default/office.md"]
    plain = json.loads(body(person.get(f"{ROOT}/export?kind=json&workspace=default")))
    assert [each["content"] for each in plain["memories"]] == ["The office is in Ghent."]


def test_everything_is_erased_on_a_persons_word_alone(
    person: Client, vault: User, script_of: Callable[..., Script]
) -> None:
    problem(script_of(vault).post("/purge", {"confirm": "purge"}), 403, "FORBIDDEN")
    wrong = person.post(f"{ROOT}/purge", {"confirm": "yes"}, content_type="application/json")
    problem(wrong, 400, "VALIDATION_ERROR")
    told = person.post(f"{ROOT}/purge", {"confirm": "purge"}, content_type="application/json").json()
    assert told == {"workspaces": ["default", "team"], "memories": 2}
    with access.acting(person_actor(vault)) as here:
        assert list(here.workspaces) == ["default"] and not Memory.objects.exists()
