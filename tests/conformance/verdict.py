"""What all outcomes come to: passed, failed as the baseline says, failed otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.conformance.suite import Outcome

BASELINE = Path(__file__).with_name("baseline.txt")


def read_baseline() -> set[str]:
    """`revision scenario` of all that may fail behind the gate."""
    lines = (line.partition("#")[0].strip() for line in BASELINE.read_text().splitlines())
    return {line for line in lines if line}


def conclude(outcomes: Sequence[Outcome]) -> tuple[dict[str, int], str]:
    """The RESULT and the lines above it. What the baseline names and passes is a failure too: outdated."""
    baseline = read_baseline()
    excused = [each for each in outcomes if is_excused(each, baseline) and not each.passed]
    outdated = [each for each in outcomes if is_excused(each, baseline) and each.passed]
    failed = [each for each in outcomes if not each.passed and each not in excused]
    passed = len(outcomes) - len(excused) - len(failed) - len(outdated)
    result = {
        "scored_passed": passed,
        "scored_failed": len(failed) + len(outdated),
        "baseline_failed": len(excused),
    }
    return result, "\n".join(told(outcomes, excused, outdated))


def is_excused(outcome: Outcome, baseline: set[str]) -> bool:
    return outcome.part == "gate" and outcome.name in baseline


def told(
    outcomes: Sequence[Outcome], excused: Sequence[Outcome], outdated: Sequence[Outcome]
) -> Iterator[str]:
    for each in outcomes:
        mark = "passed" if each.passed else "in the baseline" if each in excused else "FAILED"
        mark = "OUTDATED in the baseline" if each in outdated else mark
        yield f"{each.part:<14} {each.revision} {each.scenario:<46} {each.checked:>3} checks  {mark}"
        if each not in excused:
            yield from (f"    {fault}" for fault in each.faults)
        yield from (f"    not asked: {reason}" for reason in each.untold)
    for part in dict.fromkeys(each.part for each in outcomes):
        mine = [each for each in outcomes if each.part == part]
        yield f"{part}: {sum(each.passed for each in mine)} of {len(mine)} scenarios passed"
