"""Golden questions, through the API."""

from __future__ import annotations

from continuum.kernel.actor import Permission
from tests.memories.api.conftest import problem


def test_a_question_is_pinned_asked_and_unpinned(api) -> None:
    api.post("/memories", {"content": "Tea is served at four.", "name": "tea"})
    made = api.post("/golden", {"question": "When is tea?", "name": "tea", "within": 3})
    assert (made.status_code, made.json()["place"]) == (201, None)
    ran = api.post("/golden/run", {}).json()
    assert (ran["run"]["kept"], ran["asked"][0]["place"], ran["asked"][0]["kept"]) == (1, 1, True)
    assert api.get("/golden").json()["questions"][0]["place"] == 1
    assert api.get("/golden/runs").json()["runs"][0]["recall_at_5"] == 1.0
    assert api.call("DELETE", f"/golden/{made.json()['id']}").status_code == 204
    assert api.get("/golden").json()["questions"] == []


def test_what_cannot_be_pinned_is_told(api, alice, script_of) -> None:
    problem(api.post("/golden", {"question": "x", "name": "nobody"}), 404, "MEMORY_NOT_FOUND")
    problem(api.post("/golden", {"question": " ", "name": "x"}), 400, "VALIDATION_ERROR")
    writer = script_of(alice, Permission.WRITE, Permission.READ)
    problem(writer.post("/golden", {"question": "x", "name": "y"}), 403, "FORBIDDEN")
