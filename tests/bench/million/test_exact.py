"""The exact search, and how many passages are affordable."""

from __future__ import annotations

import numpy as np
import pytest

from bench.million.exact import Everything
from bench.million.run import affordable

ROOM = 10**12


def test_paragraphs_come_by_their_nearest_passage_each_once() -> None:
    vectors = np.array([[1, 0], [0, 1], [0.9, 0.1], [0.5, 0.5], [-1, 0]], np.float16)
    everything = Everything(vectors, np.array([10, 20, 10, 30, 40]))
    assert everything.nearest(np.array([[1, 0], [0, 1]], np.float32), most=3) == [[10, 30, 20], [20, 30, 10]]


def test_it_is_the_same_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    vectors = random.standard_normal((500, 8)).astype(np.float16)
    everything, questions = (
        Everything(vectors, np.arange(500)),
        random.standard_normal((4, 8)).astype(np.float32),
    )
    whole = everything.nearest(questions, most=10)
    monkeypatch.setattr("bench.million.exact.AT_ONCE", 37)
    assert everything.nearest(questions, most=10) == whole


def test_what_is_wanted_is_halved_until_its_index_is_built_in_time() -> None:
    assert affordable(1_000_000, 50_000, 20, free=ROOM) == (1_000_000, "")
    most, why = affordable(1_000_000, 50_000, 60, free=ROOM)
    assert most == 250_000 and "12 minutes" in why


def test_what_does_not_fit_on_the_disk_is_not_tried() -> None:
    most, why = affordable(1_000_000, 50_000, 1, free=5 * 10**9)
    assert most == 250_000 and "disk" in why
