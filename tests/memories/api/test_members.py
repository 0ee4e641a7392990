"""Members, invitations and promotion through the API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from memories.services.workspaces import ways_in
from oauth.models import User
from tests.memories.api.conftest import ROOT, Script, problem


@pytest.fixture
def bobs(bob: User, script_of: Callable[..., Script]) -> Script:
    return script_of(bob)


def test_who_is_in_it_is_listed(api: Script, bobs: Script) -> None:
    found = bobs.get("/workspaces/team/members").json()["members"]
    assert [(each["name"], each["role"]) for each in found] == [("alice", "owner"), ("bob", "editor")]
    roles = {each["name"]: each["role"] for each in bobs.get("/workspaces").json()["workspaces"]}
    assert roles == {"default": "owner", "team": "editor"}


def test_a_role_is_lowered_and_counts_at_the_next_request(api: Script, bobs: Script, bob: User) -> None:
    written = {"content": "The door is green.", "workspace": "team"}
    assert bobs.post("/memories", written).status_code == 201
    path = f"/workspaces/team/members/{bob.pk}"
    assert api.call("PATCH", path, {"role": "reader"}).json()["role"] == "reader"
    told = problem(bobs.post("/memories", {**written, "content": "The gate is red."}), 403, "FORBIDDEN")
    assert "reader" in told["detail"] and told["role"] == "reader"
    assert api.call("DELETE", path).status_code == 204
    problem(bobs.get("/workspaces/team/members"), 404, "MEMORY_NOT_FOUND")


def test_a_link_is_made_listed_withdrawn_and_followed(api: Script, charlie: User) -> None:
    made = api.post("/workspaces/team/invitations", {"role": "reader", "note": "Dora"})
    assert made.status_code == 201
    (row,) = api.get("/workspaces/team/invitations").json()["invitations"]
    assert (row["note"], "link" in row) == ("Dora", False)
    assert api.call("DELETE", f"/workspaces/team/invitations/{row['id']}").status_code == 204
    secret = api.post("/workspaces/team/invitations", {"role": "editor"}).json()["link"].rsplit("/")[-1]
    browser = Client()
    browser.force_login(charlie)
    joined = browser.post(f"{ROOT}/workspaces/join", {"secret": secret}, content_type="application/json")
    assert joined.json() == {"workspace": "team"}
    assert "team" in ways_in(charlie.pk).workspaces


@pytest.mark.parametrize("end", ["", "/"])
def test_the_whole_link_is_followed_as_well(api: Script, charlie: User, end: str) -> None:
    link = api.post("/workspaces/team/invitations", {"role": "editor"}).json()["link"]
    browser = Client()
    browser.force_login(charlie)
    asked = {"secret": link + end, "name": "theirs"}
    joined = browser.post(f"{ROOT}/workspaces/join", asked, content_type="application/json")
    assert joined.json() == {"workspace": "theirs"}


def test_a_token_joins_and_hands_over_nothing(api: Script, bob: User) -> None:
    secret = api.post("/workspaces/team/invitations", {"role": "editor"}).json()["link"].rsplit("/")[-1]
    problem(api.post("/workspaces/join", {"secret": secret}), 403, "FORBIDDEN")
    problem(api.call("PUT", "/workspaces/team/owner", {"member": bob.pk}), 403, "FORBIDDEN")


def test_what_cannot_be_shared_is_told(api: Script) -> None:
    problem(api.post("/workspaces/default/invitations", {"role": "reader"}), 409, "CONFLICT")
    problem(api.post("/workspaces/team/invitations", {"role": "owner"}), 400, "VALIDATION_ERROR")


def test_a_memory_is_promoted_and_moved(api: Script) -> None:
    api.post("/memories", {"content": "The office is in Ghent.", "name": "office"})
    promoted = api.post("/memories/office/promote", {"to": "team"})
    assert (promoted.status_code, promoted.json()["status"]) == (201, "stored")
    api.post("/workspaces", {"name": "shop", "mode": "auto"})
    moved = api.post("/memories/office/move", {"to": "shop"}).json()
    assert (moved["archived"], moved["answer"]["workspace"]) == (True, "shop")
    problem(api.get("/memories/office"), 404, "MEMORY_NOT_FOUND")
