"""Addresses and spellings of the systems that Continuum unites."""

from __future__ import annotations

import json
from typing import Any

import pytest


@pytest.fixture
def theirs(api) -> Any:
    """Alice's script at an address outside of /api/v1."""

    def call(method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {api.bearer}", "Continuum-Agent": api.agent}
        raw = "" if body is None else json.dumps(body)
        return api.client.generic(method, path, raw, content_type="application/json", headers=headers)

    return call


def test_capabilities_are_told_in_their_spelling(theirs) -> None:
    told = theirs("GET", "/v1/capabilities").json()
    assert told["budgets"]["historyEvents"] == 50 and told["built"]["asOf"] is True


def test_the_question_of_a_recall_may_be_called_q(api, theirs) -> None:
    api.post("/memories", {"content": "The staging database listens on port 5433.", "name": "ports"})
    found = theirs("GET", "/api/recall?q=staging+port").json()
    assert [each["name"] for each in found["memories"]] == ["ports"]
    assert theirs("GET", "/api/recall?x=staging").status_code == 400


def test_a_question_is_asked_once(theirs) -> None:
    refused = theirs("GET", "/api/recall?q=tea&query=coffee")
    assert (refused.status_code, refused.json()["code"]) == (400, "VALIDATION_ERROR")
