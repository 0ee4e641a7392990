"""Reading the suite's results: nothing that failed, or never ran, comes out as passed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.suite import Outcome, read_outcomes, without_missing_tools
from tests.conformance.verdict import conclude, read_baseline

MISSING = "c: Not testable: server does not list the diagnostic tool 'test_x' in tools/list"


def outcome(*faults: str, scenario: str = "ping", part: str = "gate", checked: int = 1) -> Outcome:
    return Outcome(part, "2025-11-25", scenario, checked, faults)


def test_the_baseline_holds_the_four_of_the_back_channel_alone() -> None:
    assert {name.split()[1] for name in read_baseline()} == {
        "tools-call-sampling",
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums",
    }


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        (outcome(), (1, 0, 0)),
        (outcome("broken"), (0, 1, 0)),
        (outcome("broken", scenario="tools-call-sampling"), (0, 0, 1)),
        (outcome("broken", scenario="tools-call-sampling", part="product"), (0, 1, 0)),
        (outcome(scenario="tools-call-sampling"), (0, 1, 0)),
    ],
    ids=["passes", "fails", "is in the baseline", "fails on the product", "passes against the baseline"],
)
def test_a_scenario_counts_once(given: Outcome, counts: tuple[int, int, int]) -> None:
    result, _ = conclude([given])
    assert tuple(result.values()) == counts


def test_a_scenario_that_left_nothing_has_failed(tmp_path: Path) -> None:
    (read,) = read_outcomes(tmp_path, part="gate", revision="r", scenarios=["ping"], prefix="server-")
    assert read.faults == ("it was not run",)


@pytest.mark.parametrize(("status", "passed"), [("SUCCESS", True), ("WARNING", True), ("FAILURE", False)])
def test_a_scenario_fails_with_any_of_its_checks(tmp_path: Path, status: str, passed: bool) -> None:
    checks: list[dict[str, Any]] = [{"id": "a", "status": "SUCCESS"}, {"id": "b", "status": status}]
    folder = tmp_path / "server-ping-2026-01-01T00-00-00-000Z"
    folder.mkdir()
    (folder / "checks.json").write_text(json.dumps(checks))
    (read,) = read_outcomes(tmp_path, part="gate", revision="r", scenarios=["ping"], prefix="server-")
    assert read.passed is passed


@pytest.mark.parametrize(
    ("given", "passed"),
    [(outcome(MISSING), True), (outcome(MISSING, checked=0), False), (outcome(MISSING, "broken"), False)],
)
def test_what_could_not_be_asked_is_no_fault_where_something_could(given: Outcome, passed: bool) -> None:
    assert without_missing_tools(given).passed is passed
