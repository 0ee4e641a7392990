"""A graph as it is drawn: dots that lead to pages, lines between them, and as many names as have room."""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import strip_tags

from memories.dashboard.layout import WIDTH, height_for, laid_out
from memories.dashboard.leading import address, memory_page
from memories.recall.cut import Edge
from memories.recall.graph import THING, Graph, Node
from memories.visible import visible

SMALLEST, LARGEST = 4.5, 11.0
"""Radii of dots. Around each is room to be pressed: see the template."""
MOST_NAMES = 90
LETTER, WIDE_LETTER, LINE = 6.6, 12.5, 14.0
"""Units that a letter of a name takes, one of a wide script, and a line's height."""
LONGEST_NAME = 24
FEW, AIR = 14, 90.0
"""Up to so many dots are shown close to, with so much air around them."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A node in its place. `named`: its name has room; else it is shown when the dot is pointed at."""

    node: Node
    x: float
    y: float
    radius: float
    address: str
    named: bool
    label: str

    @property
    def spoken(self) -> str:
        """The name for who cannot see the picture."""
        return plain(self.node.name)

    @property
    def corner(self) -> tuple[float, float, float]:
        """A memory's square: its left, its top, its side."""
        side = round(self.radius * 1.7, 1)
        return round(self.x - side / 2, 1), round(self.y - side / 2, 1), side

    @property
    def below(self) -> float:
        """Where the name stands."""
        return round(self.y + self.radius + LINE - 3, 1)


@dataclass(frozen=True, slots=True)
class Line:
    """An edge between two places; `one` and `other` are the numbers of its dots."""

    edge: Edge
    x1: float
    y1: float
    x2: float
    y2: float
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Picture:
    dots: Sequence[Dot]
    lines: Sequence[Line]
    height: float
    left_out: int

    @property
    def few(self) -> bool:
        """So few that the picture is legible at any width."""
        return len(self.dots) <= FEW

    @property
    def box(self) -> tuple[float, float, float, float]:
        """What of the plane is shown: of few dots only where they are. Left, top, width, height."""
        if not self.few or not self.dots:
            return (0, 0, WIDTH, self.height)
        left, right = min(dot.x for dot in self.dots) - AIR, max(dot.x for dot in self.dots) + AIR
        top, bottom = min(dot.y for dot in self.dots) - AIR / 2, max(dot.y for dot in self.dots) + AIR / 2
        return (round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1))


def drawn(graph: Graph, *, workspace: str = "") -> Picture:
    """The picture of a graph. Things lead to their pages, memories to theirs."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes)}
    ends = [(numbers[edge.source], numbers[edge.target]) for edge in graph.edges]
    places = laid_out(len(numbers), sorted(set(ends)))
    most = max((node.weight for node in graph.nodes), default=0) or 1
    radii = [_radius(node, most) for node in graph.nodes]
    named = _with_room(graph.nodes, places, radii)
    dots = [
        Dot(node, *places[n], radii[n], page_of(node, workspace), n in named, shortened(node.name))
        for n, node in enumerate(graph.nodes)
    ]
    lines = [
        Line(edge, *places[one], *places[other], one, other)
        for edge, (one, other) in zip(graph.edges, ends, strict=True)
    ]
    return Picture(dots, lines, height_for(len(dots)), graph.left_out)


def page_of(node: Node, workspace: str = "") -> str:
    """Where a dot leads. The page of a thing is asked for in the workspace that the picture is of."""
    if node.what == THING:
        where = workspace if workspace != "default" else ""
        return address("graph-thing", name=node.name, workspace=where)
    return memory_page(node.name, node.workspace, task_id=node.task_id, private=node.private)


def plain(name: str) -> str:
    """A name where no markup can stand: what is invisible or turns the reading order is spelt out."""
    return html.unescape(strip_tags(visible(name)))


def shortened(name: str) -> str:
    told = plain(name)
    return told if len(told) <= LONGEST_NAME else f"{told[: LONGEST_NAME - 1]}…"


def _radius(node: Node, most: int) -> float:
    """By the root of the weight, so that the area tells how much it is joined to."""
    return round(SMALLEST + (LARGEST - SMALLEST) * math.sqrt(node.weight / most), 1)


Box = tuple[float, float, float, float]


def _with_room(nodes: Sequence[Node], places: Sequence[Any], radii: Sequence[float]) -> set[int]:
    """The numbers of those whose names lie on no dot and no other name: the heaviest come first."""
    taken: list[Box] = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(places, radii, strict=True)]
    named: set[int] = set()
    for number, node in enumerate(nodes):
        if len(named) == MOST_NAMES:
            break
        x, y = places[number]
        box = _box(shortened(node.name), x, y, radii[number])
        if box[0] >= 0 and box[2] <= WIDTH and not any(_meet(box, other) for other in taken):
            taken.append(box)
            named.add(number)
    return named


def _box(label: str, x: float, y: float, radius: float) -> Box:
    half = sum(WIDE_LETTER if unicodedata.east_asian_width(c) in "WF" else LETTER for c in label) / 2
    return (x - half, y + radius + 1, x + half, y + radius + LINE + 2)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
