"""Workspaces through the API."""

from __future__ import annotations

import pytest

from tests.memories.api.conftest import problem


def _names(api) -> list[str]:
    return [each["name"] for each in api.get("/workspaces").json()["workspaces"]]


def test_a_workspace_is_made_renamed_and_deleted(api) -> None:
    made = api.post("/workspaces", {"name": "atlas"})
    assert (made.status_code, made.json()["mode"]) == (201, "review")
    changed = api.call("PATCH", "/workspaces/atlas", {"name": "hermes", "mode": "auto"}).json()
    assert (changed["name"], changed["mode"]) == ("hermes", "auto")
    api.post("/memories", {"content": "x", "workspace": "hermes"})
    assert api.call("DELETE", "/workspaces/hermes").status_code == 204
    assert _names(api) == ["default", "team"]


def test_a_name_is_taken_once(api) -> None:
    problem(api.post("/workspaces", {"name": "team"}), 409, "CONFLICT")
    problem(api.call("PATCH", "/workspaces/team", {"name": "default"}), 409, "CONFLICT")
    assert _names(api) == ["default", "team"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "With Capitals"},
        {"name": "a/b"},
        {"name": "ok", "mode": "wild"},
        {"name": 1},
    ],
)
def test_a_workspace_that_makes_no_sense_is_refused(api, body: object) -> None:
    problem(api.post("/workspaces", body), 400, "VALIDATION_ERROR")


def test_the_default_workspace_stays(api) -> None:
    problem(api.call("DELETE", "/workspaces/default"), 400, "VALIDATION_ERROR")
    problem(api.call("PATCH", "/workspaces/default", {"name": "other"}), 400, "VALIDATION_ERROR")


def test_a_stranger_changes_nothing(api, charlie, script_of) -> None:
    stranger = script_of(charlie)
    for method, body in (("PATCH", {"mode": "review"}), ("DELETE", None)):
        problem(stranger.call(method, "/workspaces/team", body), 404, "MEMORY_NOT_FOUND")
    assert _names(stranger) == ["default"]
