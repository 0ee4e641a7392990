"""What the installation can do, through the API and at the address that OpenContinuity had for it."""

from __future__ import annotations

from django.test import Client

from tests.memories.api.conftest import problem


def test_the_budgets_and_what_is_built_are_told(api) -> None:
    told = api.get("/capabilities").json()
    assert told["profile"] == "lite"
    assert told["budgets"]["steps"] == {"usual": 3, "most": 4}
    assert told["budgets"]["history_events"] == 50
    assert told["meaning"]["on"] is True and told["built"]["history"] is True
    assert told["workspaces"] == ["default", "team"]


def test_nobody_is_told_nothing(database) -> None:
    assert Client().get("/api/v1/capabilities").status_code == 401
    assert Client().get("/v1/capabilities").status_code == 401


def test_it_takes_no_fields(api) -> None:
    problem(api.get("/capabilities?x=1"), 400, "VALIDATION_ERROR")
