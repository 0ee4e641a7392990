"""Retention and the chain of events, through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from continuum.kernel.actor import Permission
from memories.services import turns
from tests.memories.api.conftest import problem


def test_limits_are_read_set_and_reset(api) -> None:
    assert api.get("/retention").json() == {
        "superseded": 365,
        "rejected": 30,
        "events": 365,
        "answers": 30,
        "activity": 30,
        "handoffs": 365,
    }
    assert api.call("PATCH", "/retention", {"superseded": 0, "rejected": 7}).json()["superseded"] == 0
    assert api.call("PATCH", "/retention", {"reset": ["superseded"]}).json() == {
        "superseded": 365, "rejected": 7, "events": 365, "answers": 30, "activity": 30,
        "handoffs": 365,
    }  # fmt: skip
    assert api.get("/retention?workspace=team").json()["rejected"] == 30


def test_cleaning_up_now_removes_once_and_the_chain_holds(api, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    with monkeypatch.context() as past:
        past.setattr(turns.timezone, "now", lambda: now - timedelta(days=400))
        for text in ("In Ghent.", "In Bruges."):
            api.post("/memories", {"content": text, "name": "office"})
    assert api.post("/retention/clean-up").json()["superseded"] == 1
    assert api.post("/retention/clean-up").json() == {
        "superseded": 0,
        "rejected": 0,
        "memories": 0,
        "events": 0,
        "answers": 0,
        "activity": 0,
        "handoffs": 0,
    }
    verified = api.get("/events/verification").json()
    assert (verified["holds"], verified["broken"]) == (True, None)
    assert verified["events"] == verified["last"] - verified["first"] + 1


@pytest.mark.parametrize(
    "body", [{"superseded": -1}, {"rejected": "x"}, {"reset": ["transcripts"]}, {"transcripts": 3}]
)
def test_limits_that_cannot_be_are_refused(api, body: dict[str, object]) -> None:
    problem(api.call("PATCH", "/retention", body), 400, "VALIDATION_ERROR")


def test_only_administrators_of_the_workspace_set_limits_and_clean_up(api, alice, charlie, script_of) -> None:
    reader, stranger = script_of(alice, Permission.READ), script_of(charlie)
    for answer in (reader.call("PATCH", "/retention", {"events": 1}), reader.post("/retention/clean-up")):
        assert problem(answer, 403, "FORBIDDEN")["permission"] == "admin"
    assert reader.get("/events/verification").json()["holds"]
    problem(script_of(alice, Permission.WRITE).get("/retention"), 403, "FORBIDDEN")
    for path in ("/retention?workspace=team", "/events/verification?workspace=team"):
        problem(stranger.get(path), 404, "MEMORY_NOT_FOUND")
    problem(stranger.post("/retention/clean-up", {"workspace": "team"}), 404, "MEMORY_NOT_FOUND")
