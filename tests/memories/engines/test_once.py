from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from memories.engines import once
from memories.engines.base import EmbeddingUnavailable
from memories.engines.once import Once


def test_many_threads_get_the_one_thing_that_was_made():
    made, start = [], threading.Barrier(8)

    def make() -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    def ask() -> object:
        start.wait()
        return thing.get()

    thing = Once(make)
    with ThreadPoolExecutor(8) as threads:
        got = [task.result() for task in [threads.submit(ask) for _ in range(8)]]
    assert len(made) == 1
    assert got == made * 8


class Failing:
    """Fails so many times, then returns "made"."""

    def __init__(self, times: int, error: Exception) -> None:
        self.left, self.tries, self.error = times, 0, error

    def __call__(self) -> str:
        self.tries += 1
        if self.tries <= self.left:
            raise self.error
        return "made"


def test_a_failure_is_repeated_without_another_try():
    make = Failing(1, EmbeddingUnavailable("no room"))
    thing = Once(make)
    for _ in range(3):
        with pytest.raises(EmbeddingUnavailable, match="no room"):
            thing.get()
    assert make.tries == 1


def test_after_a_while_it_is_tried_again(monkeypatch):
    monkeypatch.setattr(once, "SECONDS_BEFORE_TRYING_AGAIN", 0.0)
    thing = Once(Failing(1, EmbeddingUnavailable("no room")))
    with pytest.raises(EmbeddingUnavailable):
        thing.get()
    assert thing.get() == "made"


def test_a_fault_in_the_code_is_not_remembered_as_the_engines():
    thing = Once(Failing(1, ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        thing.get()
    assert thing.get() == "made"
