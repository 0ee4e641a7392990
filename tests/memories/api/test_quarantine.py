"""What a scan put away, through the API."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from memories import access
from memories.models import Workspace
from memories.services.secret_scan import scan_secrets
from oauth.models import User
from tests.conftest import person_actor
from tests.memories.api.conftest import ROOT, problem
from tests.memories.secrets.made import token

TOKEN = token("github_token")


@pytest.fixture
def suspect(api, alice: User) -> str:
    """The id of a memory with a token that came in before there was a rule for it."""
    with access.acting(person_actor(alice)):
        Workspace.objects.filter(name="default").update(secret_policies={"github_token": "off"})
    api.post("/memories", {"content": f"The key is {TOKEN}.", "name": "deploy"})
    with access.acting(person_actor(alice)) as person:
        Workspace.objects.filter(name="default").update(secret_policies={})
        scan_secrets(person)
    return str(api.get("/quarantine").json()["quarantine"][0]["memory_id"])


@pytest.fixture
def browser(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def decide(browser: Client, memory: object, body: dict[str, object]):
    path = f"{ROOT}/quarantine/{memory}"
    return browser.post(path, json.dumps(body), content_type="application/json")


def test_what_is_in_quarantine_is_listed_without_the_secret(api, suspect: str) -> None:
    listed = api.get("/quarantine?workspace=default")
    (told,) = listed.json()["quarantine"]
    assert (told["name"], told["kinds"], told["places"]) == ("deploy", ["github_token"], ["content"])
    assert TOKEN.encode() not in listed.content
    assert api.get("/quarantine?workspace=team").json() == {"quarantine": []}
    problem(api.get("/memories/deploy"), 404, "MEMORY_NOT_FOUND")


def test_a_signed_in_person_sees_why_and_releases_it(api, suspect: str, browser: Client) -> None:
    seen = browser.get(f"{ROOT}/quarantine/{suspect}").json()
    assert seen == {
        "excerpts": [{"place": "content", "kind": "github_token", "text": f"The key is {TOKEN}."}]
    }
    assert decide(browser, suspect, {"answer": "release"}).json()["answer"] == "release"
    assert TOKEN in api.get("/memories/deploy").json()["content"]
    problem(decide(browser, suspect, {"answer": "release"}), 404, "MEMORY_NOT_FOUND")


def test_a_signed_in_person_has_it_redacted(api, suspect: str, browser: Client) -> None:
    decide(browser, suspect, {"answer": "redact"})
    assert api.get("/memories/deploy").json()["content"] == "The key is <redacted:github_token>."
    assert TOKEN not in str(api.get("/memories/deploy/history").json())


def test_a_signed_in_person_erases_it(api, suspect: str, browser: Client) -> None:
    decide(browser, suspect, {"answer": "forget"})
    problem(api.get("/memories/deploy/history"), 404, "MEMORY_NOT_FOUND")
    assert api.get("/quarantine").json() == {"quarantine": []}


def test_no_token_looks_closer_or_decides_and_no_stranger(api, suspect: str, charlie: User) -> None:
    problem(api.get(f"/quarantine/{suspect}"), 403, "FORBIDDEN")
    problem(api.post(f"/quarantine/{suspect}", {"answer": "release"}), 403, "FORBIDDEN")
    stranger = Client()
    stranger.force_login(charlie)
    for wanted in (suspect, uuid4()):
        problem(decide(stranger, wanted, {"answer": "release"}), 404, "MEMORY_NOT_FOUND")


@pytest.mark.parametrize("body", [{}, {"answer": "perhaps"}, {"answer": "forget", "why": "x"}])
def test_an_answer_that_makes_no_sense_is_refused(
    suspect: str, browser: Client, body: dict[str, object]
) -> None:
    problem(decide(browser, suspect, body), 400, "VALIDATION_ERROR")


def test_seeing_them_needs_the_right_to_review(suspect: str, alice: User, script_of) -> None:
    told = problem(script_of(alice, Permission.READ).get("/quarantine"), 403, "FORBIDDEN")
    assert told["permission"] == "memory:review"
