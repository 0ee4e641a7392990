"""Every case of the handed set is shown by a test that exists; of each kind of page there are ten more."""

from __future__ import annotations

import importlib.util
from functools import cache
from math import prod
from pathlib import Path
from types import ModuleType

import pytest

TESTS = Path(__file__).parents[1]
HANDED = {
    "FM": (1, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 20),
    "SS": (1, 3, 5, 6, 7, 9),
    "VQ": (1, 3, 4, 5, 7, 9, 11),
    "CU": (1, 3, 5, 7, 9, 10),
    "WS": (1, 3, 5, 6),
}
KINDS = ["encoding", "structure", "content", "payload", "live"]
LEAST = 10


def lines() -> list[list[str]]:
    text = (TESTS / "webtools/cases.txt").read_text()
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


@cache
def module(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"cases_{path.replace('/', '_')[:-3]}", TESTS / path)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def cases_of(test: str) -> int:
    """How often a test runs: once, or once for each of its parameters."""
    path, name = test.split("::")
    marks = getattr(getattr(module(path), name), "pytestmark", [])
    return prod(len(mark.args[1]) for mark in marks if mark.name == "parametrize")


def test_every_handed_case_has_a_test() -> None:
    handed = {f"{series}-{number:02}" for series, numbers in HANDED.items() for number in numbers}
    assert {line[0] for line in lines() if line[0] != "more"} == handed


def test_every_test_of_the_table_exists() -> None:
    assert all(cases_of(line[-1]) for line in lines())


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_page_has_ten_more(kind: str) -> None:
    found = [line[-1] for line in lines() if line[:2] == ["more", kind]]
    assert sum(map(cases_of, found)) >= LEAST
