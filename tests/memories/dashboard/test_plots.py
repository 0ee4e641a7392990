"""Where bars, lines and cells stand: sums and shares hold, and nothing leaves its box."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from memories.dashboard.plots import HEIGHT, LEVELS, heat, lines, stacked

COUNTS = some.lists(some.tuples(some.integers(0, 10**6), some.integers(0, 10**6)), max_size=90)


@given(COUNTS)
def test_bars_pile_up_within_the_box(counts: list[tuple[int, int]]) -> None:
    bars = stacked([(place, row) for place, row in enumerate(counts)], names=["a", "b"])
    for column in bars.columns:
        assert sum(bar.count for bar in column.bars) == sum(column.counts)
        assert all(bar.y >= -0.1 and bar.y + bar.height <= HEIGHT + 0.1 for bar in column.bars)
    assert bars.totals == [sum(row[0] for row in counts), sum(row[1] for row in counts)]


def test_the_highest_column_fills_the_box() -> None:
    bars = stacked([("mon", (1, 3)), ("tue", (0, 2))], names=["a", "b"])
    assert sum(bar.height for bar in bars.columns[0].bars) == HEIGHT and bars.top == 4


@given(some.lists(some.none() | some.tuples(some.floats(0, 1e6), some.floats(0, 1e6)), max_size=90))
def test_lines_go_through_the_days_that_have_a_value(rows: list[tuple[float, float] | None]) -> None:
    drawn = lines(rows)
    there = [row for row in rows if row]
    assert all(0 <= y <= HEIGHT and 0 <= x <= drawn.width for x, y, _ in drawn.dots)
    assert len(drawn.dots) == (2 * len(there) if drawn.top else 0)


@given(some.lists(some.lists(some.integers(0, 10**6), min_size=24, max_size=24), min_size=7, max_size=7))
def test_shades_tell_nothing_from_little_and_most(hours: list[list[int]]) -> None:
    drawn = heat(hours, weekdays="abcdefg")
    for _, _, cells in drawn.rows:
        assert all((cell.level == 0) == (cell.count == 0) and cell.level <= LEVELS for cell in cells)
        assert all(cell.level == LEVELS for cell in cells if cell.count == drawn.most > 0)
