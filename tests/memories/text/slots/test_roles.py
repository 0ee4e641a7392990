"""In the passive and of a recipient, who does what to whom is still told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SAME = """
Anna taught Ben to swim. | Ben was taught to swim by Anna.
Ravi wrote the parser last year. | Last year the parser was written by Ravi.
Karl lent Otto the drill. | Karl lent the drill to Otto.
The report is sent to Anna. | Anna is sent the report.
Our team uses Slack to communicate. | We communicate via Slack in our team.
Use four spaces to indent. | Indentation is 4 spaces.
"""

OTHER = """
Anna taught Ben to swim. | Anna was taught to swim by Ben.
Postgres replaced MySQL. | Postgres was replaced by MySQL.
Last year Anna trained Ben. | Anna was trained by Ben last year.
His uncle sold him the boat. | He sold the boat to his uncle.
Karl lent Otto the drill. | Otto lent the drill to Karl.
Anna writes Ben a letter every week. | Every week Ben writes a letter to Anna.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SAME), ids=" | ".join)
def test_another_voice_says_the_same(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize("pair", _pairs(OTHER), ids=" | ".join)
def test_who_does_it_to_whom_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED
