"""What agents asked to have erased, through the API."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client

from continuum.kernel.actor import Permission
from oauth.models import User
from tests.memories.api.conftest import ROOT, problem


@pytest.fixture
def asked(api) -> str:
    """The id of a memory that an agent asked to have erased."""
    api.post("/memories", {"content": "In Ghent.", "name": "office"})
    api.call("PATCH", "/workspaces/default", {"mode": "review"})
    assert api.call("DELETE", "/memories/office").status_code == 202
    return str(api.get("/erasures").json()["erasures"][0]["memory_id"])


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice herself, signed in."""
    client = Client()
    client.force_login(alice)
    return client


def decide(browser: Client, memory: object, body: dict[str, object]):
    path = f"{ROOT}/erasures/{memory}"
    return browser.post(path, json.dumps(body), content_type="application/json")


def test_what_waits_is_listed(api, asked: str) -> None:
    listed = api.get("/erasures").json()
    assert listed["waiting"] == 1
    assert (listed["erasures"][0]["name"], listed["erasures"][0]["workspace"]) == ("office", "default")
    assert api.get("/erasures?workspace=team").json() == {"erasures": [], "waiting": 0}


def test_a_signed_in_person_erases(api, asked: str, browser: Client) -> None:
    receipt = decide(browser, asked, {"erase": True}).json()
    assert (receipt["erased"], receipt["revisions"]) == (True, 1)
    problem(api.get("/memories/office/history"), 404, "MEMORY_NOT_FOUND")
    problem(decide(browser, asked, {"erase": True}), 404, "MEMORY_NOT_FOUND")


def test_a_signed_in_person_turns_it_down(api, asked: str, browser: Client) -> None:
    assert not decide(browser, asked, {"erase": False}).json()["erased"]
    assert api.get("/memories/office").json()["content"] == "In Ghent."
    problem(decide(browser, asked, {"erase": True}), 409, "CONFLICT")


def test_no_token_decides_and_no_stranger(api, asked: str, charlie: User, script_of) -> None:
    problem(api.post(f"/erasures/{asked}", {"erase": True}), 403, "FORBIDDEN")
    stranger = Client()
    stranger.force_login(charlie)
    for wanted in (asked, uuid4()):
        problem(decide(stranger, wanted, {"erase": True}), 404, "MEMORY_NOT_FOUND")
    assert script_of(charlie).get("/erasures").json()["waiting"] == 0


@pytest.mark.parametrize("body", [{}, {"erase": "perhaps"}, {"erase": True, "why": "x"}])
def test_a_decision_that_makes_no_sense_is_refused(
    asked: str, browser: Client, body: dict[str, object]
) -> None:
    problem(decide(browser, asked, body), 400, "VALIDATION_ERROR")


def test_seeing_them_needs_the_right_to_review(asked: str, alice: User, script_of) -> None:
    told = problem(script_of(alice, Permission.READ).get("/erasures"), 403, "FORBIDDEN")
    assert told["permission"] == "memory:review"
