"""Figures as pictures: where bars, lines and cells stand in a box whose height is 100. No markup, no colour.

Plots are drawn by templates/parts/plot_*.html, stretched to their place; the numbers stand in tables behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memories.recall.figures import Figures

HEIGHT = 100.0
STEP = 10.0
"""The width of a day."""
GAP = 2.0
LEVELS = 4
"""Shades of a heat map beside that of nothing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a column, of one series (counted from 1), and how much it stands for."""

    x: float
    y: float
    height: float
    series: int
    count: int


@dataclass(frozen=True, slots=True)
class Column:
    """What stands at one label: its bars from the ground up, and the numbers."""

    label: Any
    x: float
    bars: Sequence[Bar]
    counts: Sequence[int]

    @property
    def total(self) -> int:
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Bars:
    """Columns side by side; `top` is what the full height stands for."""

    columns: Sequence[Column]
    names: Sequence[Any]
    top: int
    totals: Sequence[int]

    @property
    def width(self) -> float:
        return STEP * len(self.columns)

    @property
    def bar_width(self) -> float:
        return STEP - GAP

    @property
    def named(self) -> list[tuple[int, Any, int]]:
        """Each series: its number, its name, all of it."""
        return [
            (number, name, total)
            for number, (name, total) in enumerate(zip(self.names, self.totals, strict=True), 1)
        ]


def stacked(rows: Sequence[tuple[Any, Sequence[int]]], *, names: Sequence[Any]) -> Bars:
    """A column for each row, its counts on top of each other."""
    top = max((sum(counts) for _, counts in rows), default=0)
    columns = [
        Column(label, place * STEP, _piled(place * STEP, counts, top), counts)
        for place, (label, counts) in enumerate(rows)
    ]
    totals = [sum(counts[each] for _, counts in rows) for each in range(len(names))]
    return Bars(columns, names, top, totals)


def _piled(x: float, counts: Sequence[int], top: int) -> list[Bar]:
    bars, ground = [], HEIGHT
    for series, count in enumerate(counts, 1):
        if count:
            height = round(count / top * HEIGHT, 2)
            ground = round(ground - height, 2)
            bars.append(Bar(x + GAP / 2, ground, height, series, count))
    return bars


@dataclass(frozen=True, slots=True)
class Lines:
    """One line for each series through the days that have a value; `top` is what the height stands for."""

    paths: Sequence[str]
    dots: Sequence[tuple[float, float, int]]
    top: float
    days: int

    @property
    def width(self) -> float:
        return STEP * max(self.days, 1)


def lines(rows: Sequence[Sequence[float] | None]) -> Lines:
    """The rows of values as lines: None is a day without any, where the line goes on to the next that has."""
    top = max((value for row in rows if row for value in row), default=0.0)
    there = [(place * STEP + STEP / 2, row) for place, row in enumerate(rows) if row]
    width = len(there[0][1]) if there else 0
    points = [
        [(round(x, 1), round(HEIGHT - row[each] / top * HEIGHT, 2)) for x, row in there] if top else []
        for each in range(width)
    ]
    dots = [(x, y, series) for series, line in enumerate(points, 1) for x, y in line]
    return Lines([" ".join(f"{x},{y}" for x, y in line) for line in points], dots, top, len(rows))


@dataclass(frozen=True, slots=True)
class Cell:
    """An hour of a weekday: how much, and its shade from 0 (nothing) to LEVELS."""

    hour: int
    count: int
    level: int

    @property
    def x(self) -> float:
        return self.hour * STEP


@dataclass(frozen=True, slots=True)
class Heat:
    """Seven rows of 24 cells; the hour with most, if there is any."""

    rows: Sequence[tuple[Any, float, Sequence[Cell]]]
    most: int

    @property
    def width(self) -> float:
        return 24 * STEP

    @property
    def height(self) -> float:
        return 7 * STEP


def heat(hours: Sequence[Sequence[int]], *, weekdays: Sequence[Any]) -> Heat:
    """The shades follow the square root, so that a quiet hour beside a busy one is still seen."""
    most = max((count for row in hours for count in row), default=0)
    rows = [
        (name, place * STEP, [Cell(hour, count, _level(count, most)) for hour, count in enumerate(row)])
        for place, (name, row) in enumerate(zip(weekdays, hours, strict=True))
    ]
    return Heat(rows, most)


def _level(count: int, most: int) -> int:
    return max(1, round(LEVELS * (count / most) ** 0.5)) if count else 0


def of_days(found: Figures, *, names: Sequence[Any]) -> Bars:
    """What was written, recalled, injected and fetched each day."""
    return stacked(
        [(day.day, (day.writes, day.recalls, day.injections, day.pages)) for day in found.days], names=names
    )


def of_pace(found: Figures) -> Lines:
    """The two lines of p50 and p95."""
    return lines([(day.p50, day.p95) if day.calls else None for day in found.pace])
