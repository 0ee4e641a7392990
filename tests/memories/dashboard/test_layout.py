"""Where dots and names of a graph stand: far enough apart, within the picture, the same each time."""

from __future__ import annotations

import itertools
import math
import random
from uuid import UUID

import pytest
from django.core.cache import cache

from memories.dashboard.layout import MARGIN, WIDTH, height_for, laid_out
from memories.dashboard.picture import LONGEST_NAME, drawn
from memories.recall.cut import Edge
from memories.recall.graph import FACT, Graph, Node

pytestmark = pytest.mark.usefixtures("services")  # a layout is kept in their cache

PRESSED = 24.0  # units: at the width of a desktop, the pixels that a finger needs


def edges_of(count: int) -> list[tuple[int, int]]:
    chance = random.Random(count)
    return [(chance.randrange(count), chance.randrange(count)) for _ in range(count * 3 // 2)]


def graph_of(count: int, name: str = "thing {}") -> Graph:
    nodes = [Node(UUID(int=n), "thing", name.format(n), "person", "default", n) for n in range(count)]
    return Graph(nodes, [Edge(UUID(int=a), UUID(int=b), FACT) for a, b in edges_of(count) if a != b])


@pytest.mark.parametrize("count", [0, 1, 2, 3, 60, 150, 500])
def test_dots_keep_their_distance_within_the_picture(count: int) -> None:
    cache.clear()
    places = laid_out(count, edges_of(count) if count else [])
    assert len(places) == count
    for x, y in places:
        assert MARGIN - 0.1 <= x <= WIDTH - MARGIN + 0.1 and 0 <= y <= height_for(count)
    nearest = min((math.dist(*pair) for pair in itertools.combinations(places, 2)), default=PRESSED)
    assert nearest >= PRESSED


def test_the_same_graph_gives_the_same_picture() -> None:
    first = laid_out(20, edges_of(20))
    cache.clear()
    assert laid_out(20, edges_of(20)) == first


@pytest.mark.parametrize("count", [5, 60, 500])
def test_names_lie_on_no_other_name_and_some_are_there(count: int) -> None:
    named = [dot for dot in drawn(graph_of(count)).dots if dot.named]
    boxes = [(dot.x, dot.below, len(dot.label) * 6.6) for dot in named]
    assert len(named) >= min(count, 20)
    for one, other in itertools.combinations(boxes, 2):
        assert abs(one[1] - other[1]) >= 12 or abs(one[0] - other[0]) >= (one[2] + other[2]) / 2 - 0.5


def test_a_hostile_name_is_spelt_out_and_cut() -> None:
    picture = drawn(graph_of(1, "\u202e<script>alert({})</script>" + "x" * 50))
    (dot,) = picture.dots
    assert dot.label.startswith("U+202E<script>") and len(dot.label) == LONGEST_NAME
    assert "\u202e" not in dot.spoken
