"""Mutants are where they say, and what tries them out says when a test misses nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.bench import Outcome
from tests.mutants.mutant import Mutant, Stale, every_mutant

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = every_mutant()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_guard_is_where_its_mutant_says_and_what_is_left_can_be_read(mutant: Mutant) -> None:
    text = mutant.applied(ROOT)
    assert mutant.old != mutant.new
    assert not mutant.file.endswith(".py") or ast.parse(text)


@pytest.mark.parametrize("test", sorted({test for mutant in MUTANTS for test in mutant.tests}))
def test_every_test_that_a_mutant_names_is_there(test: str) -> None:
    file, _, name = test.partition("[")[0].partition("::")
    assert f"def {name}(" in (ROOT / file).read_text("utf-8"), "a test by its name, not a file of them"


def test_a_guard_that_moved_is_told() -> None:
    with pytest.raises(Stale, match="stands 0 times"):
        Mutant("gone", "manage.py", "what is not in there", "", ("tests/x.py::test_x",)).applied(ROOT)
    with pytest.raises(Stale, match="not once"):
        Mutant("twice", "manage.py", "e", "", ("tests/x.py::test_x",)).applied(ROOT)
    with pytest.raises(Stale, match="stands 0 times"):
        Mutant("no file", "no/such.py", "e", "", ("tests/x.py::test_x",)).applied(ROOT)


def test_a_mutant_is_killed_only_by_all_of_its_tests() -> None:
    outcome = Outcome(frozenset({"tests/a.py::test_one"}))
    assert outcome.misses(["tests/a.py::test_one"]) == []
    assert outcome.misses(["tests/a.py::test_one", "tests/a.py::test_on"]) == ["tests/a.py::test_on"]


@pytest.mark.parametrize(
    "block", ["= a name\n@ a file\n! a test", "no sign", "= a\n@ b\n- c", "=a\n@ b\n- c\n! d"]
)
def test_a_block_that_is_no_mutant_is_refused(tmp_path: Path, block: str) -> None:
    (tmp_path / "some.txt").write_text(block)
    with pytest.raises(ValueError, match=r"some\.txt"):
        every_mutant(tmp_path)


def test_each_of_several_is_a_mutant_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(
        "= EACH gone\n* one | two\n* three\n@ f.py\n- EACH,\n! t.py::test_EACH\n"
    )
    found = every_mutant(tmp_path)
    assert [(each.name, each.old, each.new) for each in found][1] == ("two gone", "two,", "")
    assert found[2].tests == ("t.py::test_three",)
