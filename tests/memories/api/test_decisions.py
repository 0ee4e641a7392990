"""Deciding on proposals in other ways than one yes or no, through the API."""

from __future__ import annotations

from uuid import uuid4

import pytest

from continuum.kernel.actor import Permission
from tests.memories.api.conftest import problem


def propose(api, content: str, **fields: object) -> str:
    return str(api.post("/memories", {"content": content, "trust": "web", **fields}).json()["revision_id"])


def test_an_edited_text_is_approved_in_place_of_the_proposal(api) -> None:
    revision = propose(api, "In Gent.", name="office")
    decided = api.post(f"/proposals/{revision}/approve-edited", {"content": "In Ghent."}).json()
    assert (decided["status"], decided["number"]) == ("active", 1) and decided["revision_id"] != revision
    assert api.get("/memories/office").json()["content"] == "In Ghent."
    problem(api.post(f"/proposals/{revision}/approve-edited", {"content": "x"}), 409, "CONFLICT")


def test_an_edit_with_a_secret_is_refused(api) -> None:
    revision = propose(api, "In Ghent.", name="office")
    edited = api.post(f"/proposals/{revision}/approve-edited", {"content": "AKIA" + "Q3EXAMPLZ7TB2WVH"})
    problem(edited, 422, "SECRET_REFUSED")
    assert api.get("/proposals").json()["waiting"] == 1


def test_an_archived_memory_is_not_brought_back_unasked(api) -> None:
    api.post("/memories", {"content": "In Ghent.", "name": "office"})
    revision = propose(api, "In Bruges.", name="office")
    api.post("/memories/office/archive")
    told = problem(api.post(f"/proposals/{revision}/approve"), 409, "CONFLICT")
    assert "archived" in told["detail"]
    assert api.post(f"/proposals/{revision}/approve", {"anyway": True}).status_code == 200
    assert api.get("/memories/office").json()["content"] == "In Bruges."


def test_approving_takes_the_word_to_replace_what_is_similar(api) -> None:
    revision = propose(api, "In Ghent.", name="office")
    answer = api.post(f"/proposals/{revision}/approve", {"replace_similar": True})
    assert answer.json()["status"] == "active"


def test_many_are_decided_each_for_itself(api) -> None:
    waiting = [propose(api, f"Number {number}.", name=f"n{number}") for number in range(3)]
    api.post(f"/proposals/{waiting[1]}/reject")
    body = {"revision_ids": [*waiting, str(uuid4())], "decision": "approve"}
    decided = api.post("/proposals/decide", body).json()["decided"]
    assert [(each["done"], each["status"], each["code"]) for each in decided] == [
        (True, "active", ""), (False, "", "CONFLICT"), (True, "active", ""), (False, "", "MEMORY_NOT_FOUND"),
    ]  # fmt: skip
    assert decided[1]["message"]


def test_a_hundred_are_decided_in_one_request(api) -> None:
    items = [{"content": f"Number {n} of a hundred.", "name": f"n{n}", "trust": "web"} for n in range(100)]
    answers = api.post("/memories/bulk", {"items": items}).json()["answers"]
    body = {"revision_ids": [each["revision_id"] for each in answers], "decision": "reject"}
    decided = api.post("/proposals/decide", body).json()["decided"]
    assert {each["status"] for each in decided} == {"rejected"} and len(decided) == 100


@pytest.mark.parametrize(
    "body",
    [{"revision_ids": [], "decision": "approve"}, {"revision_ids": ["x"], "decision": "approve"},
     {"revision_ids": [str(uuid4())], "decision": "maybe"}, {"decision": "approve"},
     {"revision_ids": [str(uuid4())] * 501, "decision": "approve"}],
    ids=["none", "no id", "no decision", "nothing", "too many"],
)  # fmt: skip
def test_decisions_that_make_no_sense_are_refused(api, body: dict[str, object]) -> None:
    problem(api.post("/proposals/decide", body), 400, "VALIDATION_ERROR")


def test_deciding_many_needs_its_permission_and_its_workspace(api, alice, charlie, script_of) -> None:
    revision = propose(api, "In Ghent.")
    body = {"revision_ids": [revision], "decision": "reject"}
    writer = script_of(alice, Permission.READ, Permission.WRITE)
    edit = f"/proposals/{revision}/approve-edited"
    for answer in (writer.post("/proposals/decide", body), writer.post(edit, {"content": "x"})):
        assert problem(answer, 403, "FORBIDDEN")["permission"] == "memory:review"
    stranger = script_of(charlie)
    assert stranger.post("/proposals/decide", body).json()["decided"][0]["code"] == "MEMORY_NOT_FOUND"
    problem(stranger.post(edit, {"content": "x"}), 404, "MEMORY_NOT_FOUND")
    assert api.get("/proposals").json()["waiting"] == 1


def test_a_decision_is_taken_back_but_only_a_person_lets_in_what_was_rejected(api) -> None:
    remembered = {"content": "Tea at four.", "name": "tea"}
    api.post("/memories", remembered)
    proposed = api.post("/memories", {**remembered, "content": "Tea at five.", "trust": "web"}).json()
    api.post(f"/proposals/{proposed['revision_id']}/approve")
    taken = api.post(f"/proposals/{proposed['revision_id']}/take-back").json()
    assert taken == {"name": "tea", "waits": True} and api.get("/proposals").json()["waiting"] == 1
    assert api.get("/memories/tea").json()["content"] == "Tea at four."
    rejected = propose(api, "In Ghent.")
    api.post(f"/proposals/{rejected}/reject")
    problem(api.post(f"/proposals/{rejected}/take-back"), 422, "EXCLUDED")
