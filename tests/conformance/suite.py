"""The official suite as a program: run on an address, read what it wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from tests.clients.commands import run_command
from tests.clients.stage import Stage

PACKAGE = "@modelcontextprotocol/conformance"
SECONDS = 300
# How the folder of a scenario's results ends: with the time.
STAMP = len("-2026-01-01T00-00-00-000Z")
MISSING_TOOL = re.compile(r": Not testable: server does not list the diagnostic tool 'test_")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One scenario at one revision. `faults` are the checks that failed; `checked` how many said yes.

    `untold` are those that the suite cannot make because one of its own tools is missing: on the product.
    """

    part: str
    revision: str
    scenario: str
    checked: int
    faults: tuple[str, ...]
    untold: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.faults

    @property
    def name(self) -> str:
        return f"{self.revision} {self.scenario}"


def scored_scenarios(stage: Stage, revision: str) -> list[str]:
    """The server scenarios that count for a revision: the suite's own list, frozen at its release."""
    file = stage.programs.modules / PACKAGE / "requirements" / f"{revision}.yaml"
    return list(yaml.safe_load(file.read_text())["server"])


def run_requirements(stage: Stage, part: str, url: str, revision: str) -> list[Outcome]:
    """Everything that a revision requires, run as the suite runs it; what is not scored is left out here."""
    folder = stage.folder / f"{part}-{revision}"
    run_suite(stage, ["server", "--url", url, "--requirements", revision, "-o", folder])
    scored = scored_scenarios(stage, revision)
    return list(read_outcomes(folder, part=part, revision=revision, scenarios=scored, prefix="server-"))


def run_scenarios(
    stage: Stage, part: str, url: str, revision: str, scenarios: Sequence[str]
) -> list[Outcome]:
    """Some scenarios alone, on a server that has none of the suite's tools."""
    folder = stage.folder / f"{part}-{revision}"
    for scenario in scenarios:
        asked = ["--scenario", scenario, "--spec-version", revision]
        run_suite(stage, ["server", "--url", url, *asked, "-o", folder])
    outcomes = read_outcomes(folder, part=part, revision=revision, scenarios=scenarios, prefix="server-")
    return [without_missing_tools(outcome) for outcome in outcomes]


def without_missing_tools(outcome: Outcome) -> Outcome:
    """What the suite could not ask is no fault, as long as it could ask anything."""
    untold = tuple(fault for fault in outcome.faults if MISSING_TOOL.search(fault))
    if not untold or not outcome.checked:
        return outcome
    left = tuple(fault for fault in outcome.faults if fault not in untold)
    return replace(outcome, faults=left, untold=untold)


def run_suite(stage: Stage, arguments: Sequence[str | Path]) -> None:
    """Whether it passes is read from its files. Raises Failed when it is not done in time."""
    home = stage.home("suite")
    run_command(
        [stage.programs.node / "node", stage.programs.modules / PACKAGE / "dist" / "index.js", *arguments],
        environment=stage.environment(home),
        folder=home,
        seconds=SECONDS,
        fails=True,
    )


def read_outcomes(
    folder: Path, *, part: str, revision: str, scenarios: Sequence[str], prefix: str
) -> Iterator[Outcome]:
    """One outcome for each scenario; one that left no results has failed."""
    written = {each.name.removeprefix(prefix)[:-STAMP]: each for each in folder.glob(f"{prefix}*")}
    for scenario in scenarios:
        file = written[scenario] / "checks.json" if scenario in written else None
        checks = json.loads(file.read_text()) if file is not None and file.exists() else []
        yield Outcome(
            part,
            revision,
            scenario,
            checked=sum(check["status"] == "SUCCESS" for check in checks),
            faults=tuple(faults(checks)) if checks else ("it was not run",),
        )


def faults(checks: list[dict[str, Any]]) -> Iterator[str]:
    for check in checks:
        if check["status"] == "FAILURE":
            yield f"{check['id']}: {check.get('errorMessage', check.get('description', ''))}"
