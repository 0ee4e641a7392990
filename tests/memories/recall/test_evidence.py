"""Putting together what several searches found."""

from __future__ import annotations

import pytest

from continuum.kernel.actor import Actor
from memories.recall.evidence import Collected, judged
from memories.recall.listing import list_memories
from tests.stories import remember


def test_the_first_of_every_step_comes_before_the_second_of_any_and_twice_found_first(actor: Actor) -> None:
    for name in ("a", "b", "c", "d"):
        remember(actor, f"This is the text of {name}.", name=name)
    a, b, c, d = sorted(list_memories(actor).memories, key=lambda memory: memory.name)
    collected = Collected()
    assert collected.take(1, [a, b]) == 2 and collected.take(2, [c, b, d]) == 2
    assert [each.memory.name for each in collected.ranked] == ["b", "a", "c", "d"]
    assert collected.ranked[0].steps == [1, 2]


@pytest.mark.parametrize(
    ("known", "status", "reasons"),
    [
        ({"evidence": 2}, "sufficient", []),
        ({"evidence": 0, "telling": 0}, "insufficient", ["no_evidence"]),
        ({"evidence": 2, "telling": 0}, "partial", ["weak_evidence"]),
        ({"evidence": 1, "least": 2}, "partial", ["below_min_evidence"]),
        ({"evidence": 2, "uncovered": 1}, "partial", ["partial_query_coverage"]),
        ({"evidence": 2, "history_missing": True}, "partial", ["missing_history_evidence"]),
        ({"evidence": 2, "fallback": ["timeout"]}, "partial", []),
    ],
)
def test_what_is_enough(known: dict[str, object], status: str, reasons: list[str]) -> None:
    asked = {"telling": 1, "least": 1, "uncovered": 0, "history_missing": False, "fallback": (), **known}
    found = judged(**asked)  # type: ignore[arg-type]
    assert (found.status, list(found.reasons)) == (status, reasons)
