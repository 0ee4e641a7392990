"""The same from its other end is the same, and only then."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]
SKIPPED = {Relation.EXACT, Relation.NEAR_DUPLICATE}

SAME = """
Run migrations before you start the app. | The app is started after running the migrations.
Always ask me before deleting files. | Never delete files without asking me.
Never merge without running the tests. | Always run the tests before merging.
Do not merge until the tests pass. | The tests must pass before merging.
Tests must pass before a release is tagged. | A release is only tagged after the tests have passed.
Run the linter before the tests. | Run the tests after the linter.
First run the linter, then the tests. | Run the tests after the linter.
测试通过之后才能发布。 | 发布之前测试必须通过。
The user likes tea more than coffee. | The user likes coffee less than tea.
Postgres is faster than MySQL for our workload. | For our workload MySQL is slower than Postgres.
Anna is older than Boris. | Boris is younger than Anna.
"""

OTHER = """
Never merge without running the tests. | Run the tests after merging.
Never merge without running the tests. | Never run the tests before merging.
Merge without running the tests. | Run the tests before merging.
Do not merge until the tests pass. | Merge before the tests pass.
Merge until the tests pass. | The tests must pass before merging.
Do not merge until the tests pass. | Never merge before or after the tests pass.
Run the linter before the tests. | Run the linter after the tests.
First run the linter, then the tests. | Run the linter after the tests.
Anna calls Ben before Cleo calls Dan. | Cleo calls Dan after Ben calls Anna.
Call Anna before Ben. | Call Anna after Ben.
Never call Anna without asking Ben. | Ask Anna before calling Ben.
测试通过之前不能发布。 | 发布之后测试必须通过。
The user likes tea more than coffee. | The user likes tea less than coffee.
The user likes tea more than coffee. | The user likes coffee more than tea.
Postgres is faster than MySQL for our workload. | For our workload Postgres is slower than MySQL.
Postgres is not faster than MySQL. | MySQL is slower than Postgres.
Anna is older than Boris. | Anna is younger than Boris.
"""


def _pairs(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("pair", _pairs(SAME), ids=" | ".join)
def test_the_same_from_its_other_end_is_the_same(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation is Relation.NEAR_DUPLICATE


@pytest.mark.parametrize("pair", _pairs(OTHER), ids=" | ".join)
def test_what_turns_round_without_its_opposite_is_kept(close: Judge, pair: list[str]) -> None:
    assert close(*pair).relation not in SKIPPED
