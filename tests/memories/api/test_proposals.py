"""The review queue through the API."""

from __future__ import annotations

from uuid import uuid4

from continuum.kernel.actor import Permission
from tests.memories.api.conftest import problem


def _propose(api, content: str, **fields: object) -> str:
    answer = api.post("/memories", {"content": content, "trust": "web", **fields})
    return answer.json()["revision_id"]


def test_what_waits_is_listed_wherever_it_waits(api) -> None:
    _propose(api, "From the web.", name="a")
    _propose(api, "Also from the web.", name="b", workspace="team", source="https://example.test")
    queue = api.get("/proposals").json()
    assert [(each["name"], each["workspace"]) for each in queue["proposals"]] == [
        ("b", "team"),
        ("a", "default"),
    ]
    assert queue["waiting"] == 2 and queue["proposals"][0]["source"] == "https://example.test"
    assert [each["name"] for each in api.get("/proposals?workspace=team").json()["proposals"]] == ["b"]


def test_the_queue_is_read_page_by_page_while_it_shrinks(api) -> None:
    waiting = [_propose(api, f"Number {number}.", name=f"n{number}") for number in range(4)]
    first = api.get("/proposals?limit=2").json()
    api.post(f"/proposals/{waiting[3]}/approve")
    rest = api.get(f"/proposals?limit=2&cursor={first['next_cursor']}").json()
    assert [each["name"] for each in first["proposals"] + rest["proposals"]] == ["n3", "n2", "n1", "n0"]
    assert rest["next_cursor"] is None and rest["waiting"] == 3


def test_approving_makes_it_what_the_memory_says(api) -> None:
    revision = _propose(api, "Tea.", name="drink")
    decided = api.post(f"/proposals/{revision}/approve").json()
    assert (decided["status"], decided["number"]) == ("active", 1)
    assert api.get("/memories/drink").json()["status"] == "active"
    problem(api.post(f"/proposals/{revision}/approve"), 409, "CONFLICT")


def test_an_outdated_proposal_is_approved_only_on_purpose(api, alice, script_of) -> None:
    revision = _propose(api, "Coffee.", name="drink")
    script_of(alice).post("/memories", {"content": "Tea.", "name": "drink"})
    assert api.get("/proposals").json()["proposals"][0]["outdated"]
    problem(api.post(f"/proposals/{revision}/approve"), 409, "CONFLICT")
    assert api.post(f"/proposals/{revision}/approve", {"anyway": True}).status_code == 200
    assert api.get("/memories/drink").json()["content"] == "Coffee."


def test_what_is_rejected_is_not_proposed_again(api) -> None:
    revision = _propose(api, "Nonsense.")
    assert api.post(f"/proposals/{revision}/reject").json()["status"] == "rejected"
    problem(api.post("/memories", {"content": "Nonsense.", "trust": "web"}), 422, "EXCLUDED")


def test_deciding_needs_its_permission(api, alice, script_of) -> None:
    revision = _propose(api, "Tea.")
    writer = script_of(alice, Permission.READ, Permission.WRITE)
    for answer in (writer.get("/proposals"), writer.post(f"/proposals/{revision}/approve")):
        assert problem(answer, 403, "FORBIDDEN")["permission"] == "memory:review"


def test_a_stranger_decides_nothing(api, charlie, script_of) -> None:
    revision = _propose(api, "Tea.")
    stranger = script_of(charlie)
    assert stranger.get("/proposals").json()["proposals"] == []
    for wanted in (revision, uuid4()):
        problem(stranger.post(f"/proposals/{wanted}/approve"), 404, "MEMORY_NOT_FOUND")


def test_a_reviewer_that_may_not_read_private_ones_does_not_see_them(api, settings) -> None:
    _propose(api, "Diary.", sensitivity="private")
    assert api.get("/proposals").json()["waiting"] == 0
    settings.ALLOW_PRIVATE = True
    assert api.get("/proposals").json()["waiting"] == 1


def test_the_queue_costs_a_known_number_of_queries(api, django_assert_num_queries) -> None:
    for number in range(5):
        _propose(api, f"Number {number}.")
    with django_assert_num_queries(6):
        api.get("/proposals")


def test_the_queue_tells_what_approving_does(api) -> None:
    api.post("/memories", {"content": "Coffee.", "name": "drink", "tags": ["old"]})
    moments = {"expires_at": "2090-01-01T00:00:00Z", "check_by": "2089-01-01T00:00:00Z"}
    sure = {"confidence": 0.5, "basis": "agent_inferred"}
    given = {"kind": "decision", "recall": "manual", "tags": ["new"], "supersedes": ["drink"]}
    _propose(api, "Tea.", name="tea", **given, **moments, **sure)
    _propose(api, "Tea twice.", name="drink", recall="always")
    changing, new = api.get("/proposals").json()["proposals"]
    assert {field: new[field] for field in [*given, *sure]} == {**given, **sure}
    assert new["expires_at"].startswith("2090-01-01") and new["check_by"].startswith("2089-01-01")
    assert (changing["recall"], changing["tags"], changing["changes"]) == ("always", ["old"], ["recall_tier"])
    assert (changing["sensitivity"], changing["failure"], changing["outdated_because"]) == ("public", "", [])


def test_anyway_is_asked_of_the_version_that_was_seen(api, alice, script_of) -> None:
    revision = _propose(api, "Coffee.", name="drink")
    script_of(alice).post("/memories", {"content": "Tea.", "name": "drink"})
    (waiting,) = api.get("/proposals").json()["proposals"]
    assert waiting["outdated_because"] == ["The memory has changed since this was proposed."]
    asked = {"anyway": True, "expected_version": waiting["current_version"]}
    script_of(alice).post("/memories", {"content": "Water.", "name": "drink"})
    problem(api.post(f"/proposals/{revision}/approve", asked), 409, "VERSION_CONFLICT")
    edited = api.post(f"/proposals/{revision}/approve-edited", {**asked, "content": "Coffee, then."})
    problem(edited, 409, "VERSION_CONFLICT")
    assert "at version 2" in api.get("/proposals").json()["proposals"][0]["failure"]
