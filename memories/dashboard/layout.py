"""Where the nodes of a graph stand in a picture: springs along edges, everything else pushed apart.

The same graph always gives the same picture. Nodes keep a distance at which each can be pressed by a finger.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np
from django.core.cache import cache
from numpy.typing import NDArray

WIDTH = 1_000.0
LEAST_HEIGHT, MOST_HEIGHT = 420.0, 1_400.0
ROOM = 2_800.0
"""Square units for each node."""
APART = 31.0
"""The least distance between two nodes."""
MARGIN = 26.0
ROUNDS, PUSHES = 70, 250
GRAVITY = 0.2
FEW = 40
"""Fewer nodes than these do not take the whole picture."""
KEPT_SECONDS = 24 * 3_600
_SALT = "continuum.layout:3:"

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]


def height_for(count: int) -> float:
    """How high a picture of so many nodes is, at its width of WIDTH."""
    return min(max(count * ROOM / WIDTH, LEAST_HEIGHT), MOST_HEIGHT)


def laid_out(count: int, edges: Pairs) -> list[tuple[float, float]]:
    """A place for each of the nodes, 0 to count, which `edges` join. Kept for a day: it takes time."""
    key = _SALT + hashlib.sha256(repr((count, sorted(edges))).encode()).hexdigest()
    places: list[tuple[float, float]] | None = cache.get(key)
    if places is None:
        places = [(round(x, 1), round(y, 1)) for x, y in _settled(count, edges).tolist()]
        cache.set(key, places, KEPT_SECONDS)
    return places


def _settled(count: int, edges: Pairs) -> Floats:
    height = height_for(count)
    box = np.array([WIDTH, height])
    places = _spiral(count) * (box / 2 - MARGIN) + box / 2
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    ideal = math.sqrt(WIDTH * height / max(count, 1)) * 0.75
    for heat in np.geomspace(height / 8, 2.0, ROUNDS):
        push = _pushed(places, ideal)
        _pull(push, places, ends, ideal)
        push += (box / 2 - places) * GRAVITY
        length = np.maximum(np.linalg.norm(push, axis=1, keepdims=True), 1e-9)
        places += push / length * np.minimum(length, heat)
    return _kept_apart(_filling(places, box), box)


def _spiral(count: int) -> Floats:
    """A start without chance, spread over a disc of radius 1: the turns of a sunflower."""
    steps = np.arange(count, dtype=np.float64)
    radius, angle = np.sqrt((steps + 0.5) / max(count, 1)), steps * math.pi * (3 - math.sqrt(5))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _pushed(places: Floats, ideal: float) -> Floats:
    """How far all others push each node away, the nearer the more.

    No matrix products: small ones cost more in waking the threads of linear algebra than in themselves, and
    many times more where other programs want the processor.
    """
    x, y = places.T
    over, down = x[:, None] - x, y[:, None] - y
    strength = over * over
    strength += down * down
    np.divide(ideal**2, np.maximum(strength, 1.0, out=strength), out=strength)
    over *= strength
    down *= strength
    return np.column_stack([over.sum(axis=1), down.sum(axis=1)])


def _pull(push: Floats, places: Floats, ends: NDArray[np.int64], ideal: float) -> None:
    """Draw the ends of each edge together, the farther the more."""
    way = places[ends[:, 0]] - places[ends[:, 1]]
    way *= np.linalg.norm(way, axis=1, keepdims=True) / ideal
    np.add.at(push, ends[:, 0], -way)
    np.add.at(push, ends[:, 1], way)


def _filling(places: Floats, box: Floats) -> Floats:
    """Stretched to the picture; fewer nodes take less of it, in its middle."""
    if not len(places):
        return places
    low, high = places.min(axis=0), places.max(axis=0)
    size = np.maximum(high - low, 1.0)
    room = (box - 2 * MARGIN) * min(0.4 + len(places) / FEW, 1.0)
    grown: Floats = ((places - low) / size - 0.5) * np.where(high - low < 1.0, 0.0, room) + box / 2
    return grown


def _kept_apart(places: Floats, box: Floats) -> Floats:
    """Push apart what is nearer than APART, until nothing is or the rounds are over."""
    nudge = _spiral(len(places)) * 0.5  # two nodes in one place are parted too
    for _ in range(PUSHES):
        places = places + nudge
        one, other = _near(places)
        if not len(one):
            break
        way = places[one] - places[other]
        length = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
        move = way / length * (APART - length) * 0.5
        np.add.at(places, one, move)
        np.add.at(places, other, -move)
        places = np.clip(places, MARGIN, box - MARGIN)
    return places


def _near(places: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pairs that are nearer than APART. From left to right, each is compared with the next few alone."""
    order = np.argsort(places[:, 0], kind="stable")
    x, y = places[order].T
    found = [np.empty((2, 0), dtype=np.int64)]
    for step in range(1, len(order)):
        over = x[step:] - x[:-step]
        if over.min() >= APART:
            break
        near = np.flatnonzero(over**2 + (y[step:] - y[:-step]) ** 2 < APART**2)
        found.append(np.stack([order[near], order[near + step]]))
    one, other = np.concatenate(found, axis=1)
    return one, other
