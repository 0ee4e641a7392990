"""docs/settings.md lists what the code reads: every variable, with its default, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "settings.md"
SHIPPED = ("continuum", "memories", "oauth", "mcp_gateway", "webtools")
VARIABLE = re.compile(r"CONTINUUM_[A-Z_]+")
ROW = re.compile(r"^\| `(CONTINUUM_[A-Z_]+)` \| (.*?) \|", re.MULTILINE)
READERS = {"text", "number", "flag", "words", "origin"}


def parsed(*names: str) -> Iterator[ast.AST]:
    """Every node of these files and folders."""
    for name in names:
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def read_by_the_code() -> set[str]:
    """A string that is the name of a variable is read; inside a sentence it is only mentioned."""
    texts = (node.value for node in parsed(*SHIPPED) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and VARIABLE.fullmatch(text)}


def default_in(call: ast.Call) -> object:
    """The default that a reader is given, None where there is none or it is computed."""
    given = call.args[1:2] + [keyword.value for keyword in call.keywords if keyword.arg == "default"]
    return given[0].value if given and isinstance(given[0], ast.Constant) else None


def defaults_in_the_settings() -> dict[str, object]:
    """The fixed defaults of continuum.settings and continuum.logging, by variable."""
    calls = [
        node for node in parsed("continuum/settings.py", "continuum/logging.py") if isinstance(node, ast.Call)
    ]
    reading = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in READERS]
    named = {
        call.args[0].value: default_in(call) for call in reading if isinstance(call.args[0], ast.Constant)
    }
    return {str(name): default for name, default in named.items() if default is not None}


def test_the_page_names_every_variable_that_is_read_and_no_other() -> None:
    assert set(VARIABLE.findall(PAGE.read_text(encoding="utf-8"))) == read_by_the_code()


def test_every_variable_has_a_row_of_its_own() -> None:
    rows = [name for name, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))]
    assert sorted(rows) == sorted(read_by_the_code())


@pytest.mark.parametrize(("name", "default"), sorted(defaults_in_the_settings().items()))
def test_the_page_tells_the_default(name: str, default: object) -> None:
    told = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))[name]
    wanted = str(default).lower() if isinstance(default, bool) else str(default)
    assert f"`{wanted}`" in told
