"""What docs/security.md says is shown by a test is: the test is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
ROW = re.compile(r"^\| (?!threat|---)(.+) \|$", re.MULTILINE)
NOTHING = "nothing: "


def threats() -> list[list[str]]:
    """The rows of the tables of who attacks: the threat, what stands against it, what shows it."""
    attacks = PAGE.partition("## Who attacks")[2].partition("## What is left")[0]
    return [[cell.strip() for cell in re.split(r" \|(?: |$)", row)] for row in ROW.findall(attacks)]


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("named", sorted(set(NAMED.findall(PAGE))), ids="::".join)
def test_a_test_that_is_named_is_there(named: tuple[str, str]) -> None:
    path, function = named
    assert (ROOT / path).is_file()
    assert not function or function in functions(ROOT / path)


def test_every_threat_is_shown_by_a_test_or_said_to_be_open() -> None:
    assert len(threats()) >= 30
    for threat, against, shown in threats():
        assert NAMED.search(shown) or against.startswith(NOTHING), threat
