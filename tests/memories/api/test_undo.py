"""Batches and undo, through the API."""

from __future__ import annotations

from uuid import uuid4

import pytest

from continuum.kernel.actor import Permission
from memories import access
from memories.intake.submit import submit_all
from memories.services.drafts import Draft
from oauth.services.actors import actor_for_bearer
from tests.memories.api.conftest import problem


@pytest.fixture
def other(alice, script_of):
    """Another script of alice's, whose writes are to be undone, and its client key."""
    script = script_of(alice, agent="other")
    return script, actor_for_bearer(script.bearer).client


def test_a_clients_last_writes_are_undone(api, other) -> None:
    script, client = other
    api.post("/memories", {"content": "In Ghent.", "name": "office"})
    script.post("/memories", {"content": "In Bruges.", "name": "office"})
    script.post("/memories", {"content": "Tea.", "name": "drink"})
    script.post("/memories", {"content": "Soup.", "name": "lunch"})
    api.post("/memories", {"content": "Salad.", "name": "lunch"})
    found = api.post("/undo", {"client": client, "last": 10}).json()
    assert (found["restored"], found["removed"]) == (["office"], ["drink"])
    assert [each["name"] for each in found["kept"]] == ["lunch"] and "since" in found["kept"][0]["reason"]
    assert api.get("/memories/office").json()["content"] == "In Ghent."
    problem(api.get("/memories/drink"), 404, "MEMORY_NOT_FOUND")


def _batch(script, api) -> str:
    opened = script.post("/batches", {"label": "An import"})
    assert opened.status_code == 201
    actor = actor_for_bearer(script.bearer, agent="other")
    with access.acting(actor):
        drafts = [Draft(content="In Bruges.", name="office"), Draft(content="Soup.", name="lunch")]
        submit_all(actor, drafts=drafts, batch_id=opened.json()["id"])
    return str(opened.json()["id"])


def test_a_batch_is_listed_undone_and_undone_no_second_time(api, other) -> None:
    script, client = other
    batch = _batch(script, api)
    (listed,) = api.get("/batches").json()["batches"]
    assert (listed["label"], listed["writes"], listed["client"], listed["workspace"]) == (
        "An import", 2, client, "default",
    )  # fmt: skip
    assert sorted(api.post(f"/batches/{batch}/undo").json()["removed"]) == ["lunch", "office"]
    again = api.post(f"/batches/{batch}/undo").json()
    assert again == {"restored": [], "removed": [], "withdrawn": [], "changed": [], "kept": []}
    assert api.get("/batches?workspace=default").json()["batches"][0]["undone_at"]
    assert api.get("/batches?workspace=team").json()["batches"] == []


@pytest.mark.parametrize(
    "body",
    [{"client": "x"}, {"client": "x", "last": 0}, {"client": "x", "last": 501}, {"client": 1, "last": 1},
     {"client": "x\u0000", "last": 1}],
)  # fmt: skip
def test_an_undo_that_makes_no_sense_is_refused(api, body: dict[str, object]) -> None:
    problem(api.post("/undo", body), 400, "VALIDATION_ERROR")


def test_undoing_is_for_reviewers_of_what_is_theirs(api, other, alice, charlie, script_of) -> None:
    script, client = other
    batch = _batch(script, api)
    writer, stranger = script_of(alice, Permission.READ, Permission.WRITE), script_of(charlie)
    for path, body in (("/undo", {"client": client, "last": 1}), (f"/batches/{batch}/undo", None)):
        assert problem(writer.post(path, body), 403, "FORBIDDEN")["permission"] == "memory:review"
    for wanted in (batch, uuid4()):
        problem(stranger.post(f"/batches/{wanted}/undo"), 404, "MEMORY_NOT_FOUND")
    assert stranger.get("/batches").json() == {"batches": []}
    assert stranger.post("/undo", {"client": client, "last": 5}).json()["removed"] == []
    assert api.get("/memories/office").json()["content"] == "In Bruges."
