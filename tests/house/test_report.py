"""The report on function lengths."""

from __future__ import annotations

from tests.house.report import describe, function_lengths, write_report
from tests.house.source import Source


def source(path: str, *lengths: int) -> Source:
    bodies = (
        "\n".join([f"def test_f{n}():", *["    pass"] * (lines - 1)]) for n, lines in enumerate(lengths)
    )
    return Source.parse(path, "\n".join(bodies) + "\n")


def test_lengths_are_sorted_and_located() -> None:
    assert function_lengths([source("a.py", 2, 5)]) == [(5, "a.py:3 test_f1()"), (2, "a.py:1 test_f0()")]


def test_median_and_percentile_are_told() -> None:
    lengths = function_lengths([source("a.py", *range(2, 102))])
    assert describe(lengths) == "100, median 52 lines, 90th percentile 92"


def test_nothing_and_one_function_have_a_description() -> None:
    assert describe([]) == "none"
    assert describe([(7, "a.py:1 f()")]) == "1, median 7 lines, 90th percentile 7"


def test_long_tests_are_named_and_counted_apart() -> None:
    report = write_report([source("memories/access.py", 4), source("tests/test_access.py", 20, 21)])
    assert report[0].startswith("functions: 1, median 4 lines")
    assert report[-1] == "tests over 20 lines: 1\n  tests/test_access.py:21 test_f1()"
