"""How long functions are: what the rules do not refuse but a reader feels."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from tests.house.source import Source

TEST_LINES = 20
LONGEST_SHOWN = 5
NINETIETH = 89  # index of the 90th percentile among the 99 cut points of statistics.quantiles(n=100)


def function_lengths(sources: Iterable[Source]) -> list[tuple[int, str]]:
    """(lines, where) of every function, longest first."""
    lengths = (
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{source.path}:{node.lineno} {node.name}()")
        for source in sources
        if not source.is_migration
        for node in source.functions()
    )
    return sorted(lengths, reverse=True)


def describe(lengths: list[tuple[int, str]]) -> str:
    """Count, median and 90th percentile; 'none' without functions."""
    lines = [length for length, _ in lengths]
    if not lines:
        return "none"
    percentile = statistics.quantiles(lines, n=100)[NINETIETH] if len(lines) > 1 else lines[0]
    return f"{len(lines)}, median {statistics.median(lines):.0f} lines, 90th percentile {percentile:.0f}"


def write_report(sources: list[Source]) -> list[str]:
    """The lines to print: shipped functions against the aim, the longest of them, tests over the aim."""
    shipped = function_lengths(source for source in sources if source.is_shipped)
    tests = function_lengths(source for source in sources if source.path.startswith("tests/"))
    long_tests = [where for length, where in tests if length > TEST_LINES and " test_" in where]
    return [
        f"functions: {describe(shipped)} (aim: median 10, 90th percentile 30)",
        "longest: " + ", ".join(f"{where} {length}" for length, where in shipped[:LONGEST_SHOWN]),
        f"tests over {TEST_LINES} lines: {len(long_tests)}" + "".join(f"\n  {where}" for where in long_tests),
    ]
