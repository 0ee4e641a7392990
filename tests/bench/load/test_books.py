"""The books of a load run: lost and doubled writes are seen, and memory that grows is not called flat."""

from __future__ import annotations

import os
import sys
from multiprocessing.shared_memory import SharedMemory

import pytest

from bench.load.books import marks
from bench.load.ledger import Ledger, percentile
from bench.load.models import vector
from bench.load.weight import Weight, family_megabytes


def test_a_mark_is_counted_as_often_as_it_stands_in_the_texts() -> None:
    one, two = "entry 1 of agent 2 in run 77", "entry 12 of agent 2 in run 77"
    found = marks([f"The lift works. This is {one}.", f"This is {two}.\nThis is {one}."])
    assert found == {one: 2, two: 1}


def test_only_what_an_agent_was_told_counts_as_acknowledged() -> None:
    ledger = Ledger()
    ledger.intend("kept")
    ledger.intend("never answered")
    ledger.acknowledge("kept")
    assert ledger.acknowledged == ["kept"]


def test_failures_are_told_by_reason_and_time() -> None:
    ledger = Ledger()
    ledger.refuse("recall", why="502")
    assert ledger.reasons() == {"502": 1} and not ledger.reasons(since=ledger.now + 1)


@pytest.mark.parametrize(("share", "expected"), [(50, 5), (95, 10), (100, 10)])
def test_a_percentile_is_a_measured_value(share: int, expected: int) -> None:
    assert percentile(list(range(1, 11)), share) == expected


@pytest.mark.parametrize(("grows", "flat"), [(0.0, True), (2.0, False)])
def test_memory_is_flat_when_its_line_does_not_rise(grows: float, flat: bool) -> None:
    weight = Weight([(float(minute * 60), 100 + grows * minute) for minute in range(15)])
    assert weight.flat is flat and weight.per_minute == pytest.approx(grows)


def test_a_few_samples_judge_nothing() -> None:
    assert Weight([(0.0, 100.0), (10.0, 200.0)]).flat is None


def test_the_made_up_model_puts_like_texts_close() -> None:
    def closeness(one: str, other: str) -> float:
        return sum(a * b for a, b in zip(vector(one), vector(other), strict=True))

    assert closeness("the lift works", "the lift stands") > closeness("the lift works", "rain in may")


PAGE = 4_096


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone adds up what processes share")
def test_memory_that_is_shared_as_such_is_weighed_apart() -> None:
    own, shared = family_megabytes(os.getpid())
    memory = SharedMemory(create=True, size=16 * 1024 * 1024)
    try:
        memory.buf[::PAGE] = bytes(memory.size // PAGE)
        more_own, more_shared = family_megabytes(os.getpid())
    finally:
        memory.close()
        memory.unlink()
    assert more_shared - shared == pytest.approx(16, abs=1)
    assert abs(more_own - own) < 16
