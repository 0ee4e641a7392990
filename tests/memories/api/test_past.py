"""What a memory said before, through the API."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Permission
from tests.memories.api.conftest import problem


@pytest.fixture
def office(api) -> list[str]:
    """A memory of three versions; their revisions' ids."""
    texts = ("The office is in Ghent.", "The office is in Bruges.", "The office is in Antwerp.")
    answers = [api.post("/memories", {"content": text, "name": "office"}).json() for text in texts]
    return [answer["revision_id"] for answer in answers]


def test_two_versions_are_compared(api, office: list[str]) -> None:
    found = api.get("/memories/office/diff?from_version=1&to_version=2").json()
    assert (found["before"]["version"], found["after"]["version"]) == (1, 2)
    assert [(each["kind"], each["text"]) for each in found["stretches"]] == [
        ("same", "The office is in "), ("removed", "Ghent"), ("added", "Bruges"), ("same", "."),
    ]  # fmt: skip
    assert "-The office is in Ghent." in found["unified"] and found["fields"] == []


def test_revisions_are_named_by_their_ids_too(api, office: list[str]) -> None:
    proposed = api.post("/memories", {"content": "In Lier.", "name": "office", "trust": "web"}).json()
    query = f"from_revision={office[0]}&to_revision={proposed['revision_id']}"
    found = api.get(f"/memories/office/diff?{query}").json()
    assert (found["after"]["status"], found["after"]["version"]) == ("proposed", None)
    assert {"field": "trust", "before": "agent", "after": "web"} in found["fields"]


def test_without_sides_it_is_the_last_change(api, office: list[str]) -> None:
    found = api.get("/memories/office/diff").json()
    assert (found["before"]["version"], found["after"]["version"]) == (2, 3)


def test_a_memory_says_again_what_it_said(api, office: list[str]) -> None:
    answer = api.post("/memories/office/revert", {"to_version": 1, "expected_version": 3})
    assert (answer.status_code, answer.json()["version"]) == (200, 4)
    assert api.get("/memories/office").json()["content"] == "The office is in Ghent."
    problem(api.post("/memories/office/revert", {"to_version": 9}), 404, "MEMORY_NOT_FOUND")
    told = problem(
        api.post("/memories/office/revert", {"to_version": 1, "expected_version": 3}), 409, "VERSION_CONFLICT"
    )
    assert told["current_version"] == 4


def test_an_agents_revert_is_accepted_where_agents_are_reviewed(api, office: list[str]) -> None:
    api.call("PATCH", "/workspaces/default", {"mode": "review"})
    assert api.post("/memories/office/revert", {"to_version": 1}).status_code == 202


def test_a_memory_is_read_as_it_was(api, office: list[str]) -> None:
    versions = api.get("/memories/office/history").json()["revisions"]
    first = versions[-1]["decided_at"]
    memory = api.get(f"/memories/office?known_at={first}").json()
    assert (memory["content"], memory["version"], memory["status"]) == (
        "The office is in Ghent.", 1, "superseded",
    )  # fmt: skip
    problem(api.get("/memories/office?known_at=2020-01-01"), 404, "MEMORY_NOT_FOUND")
    assert api.get("/memories/office?as_of=9999-01-01").json()["version"] == 3


def test_the_past_is_listed(api, office: list[str]) -> None:
    api.post("/memories", {"content": "Old news.", "name": "news", "source_date": "2024-06-01T00:00:00Z"})
    listed = api.get("/memories?as_of=2025-01-15").json()
    assert (listed["mode"], [each["name"] for each in listed["memories"]]) == ("as-of", ["news"])
    assert api.get("/memories?known_at=2025-01-15").json()["memories"] == []
    names = [
        each["name"] for each in api.get("/memories?known_at=9999-12-30&kinds=reference").json()["memories"]
    ]
    assert names == ["office", "news"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("as_of=soon", "as_of"),
        ("known_at=2026-02-30", "known_at"),
        ("known_at=2026-01-01&archived=true", "archived"),
        ("known_at=2026-01-01&statuses=proposed", "statuses"),
    ],
)
def test_a_look_back_that_makes_no_sense_is_refused(api, query: str, field: str) -> None:
    assert problem(api.get(f"/memories?{query}"), 400, "VALIDATION_ERROR")["field"] == field


@pytest.mark.parametrize(
    "query",
    ["from_version=x", "to_revision=1", "to_version=1&to_revision=01a22b99-703b-7dfc-ac8c-aaaaaaaaaaaa"],
)
def test_a_comparison_that_makes_no_sense_is_refused(api, office: list[str], query: str) -> None:
    problem(api.get(f"/memories/office/diff?{query}"), 400, "VALIDATION_ERROR")


def test_the_past_needs_the_same_rights_as_the_present(
    api, office: list[str], alice, charlie, script_of
) -> None:
    reader, stranger = script_of(alice, Permission.READ), script_of(charlie)
    problem(reader.post("/memories/office/revert", {"to_version": 1}), 403, "FORBIDDEN")
    for path in ("/memories/office/diff", "/memories/office?known_at=9999-01-01"):
        problem(script_of(alice, Permission.WRITE).get(path), 403, "FORBIDDEN")
        problem(stranger.get(path), 404, "MEMORY_NOT_FOUND")
    problem(stranger.post("/memories/office/revert", {"to_version": 1}), 404, "MEMORY_NOT_FOUND")


def test_reading_the_past_costs_a_known_number_of_queries(
    api, office: list[str], django_assert_num_queries
) -> None:
    with django_assert_num_queries(4):
        api.get("/memories/office?known_at=9999-01-01")
    with django_assert_num_queries(6):
        api.get("/memories/office/diff?from_version=1")
