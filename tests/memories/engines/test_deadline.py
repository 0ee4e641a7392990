from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from memories.engines.base import EmbeddingUnavailable, Vectors
from memories.engines.deadline import Pool, begin, embed_within

LONG = 30.0


class Gated:
    """An embedder that answers once its gate is open, and counts its calls."""

    model_id, dimensions, max_tokens = "gated", 2, 8

    def __init__(self, *, error: Exception | None = None, is_open: bool = False) -> None:
        self.gate, self.error, self.calls = threading.Event(), error, 0
        if is_open:
            self.gate.set()

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        assert self.gate.wait(LONG)
        if self.error:
            raise self.error
        return np.array([[len(text), 1] for text in texts], np.float32)


def until(condition) -> None:
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_in_time_the_vectors_come_without_a_reason():
    timed = embed_within(Gated(is_open=True), ["a", "bc"], seconds=LONG)
    assert timed.reason == timed.detail == ""
    np.testing.assert_array_equal(timed.vectors, [[1, 1], [2, 1]])


def test_what_was_begun_goes_on_while_the_caller_does_something_else():
    slow = Gated()
    answer = begin(slow, ["abc"], seconds=LONG)
    until(lambda: slow.calls == 1)
    slow.gate.set()
    np.testing.assert_array_equal(answer().vectors, [[3, 1]])


def test_the_time_for_what_was_begun_runs_from_then():
    slow = Gated()
    answer = begin(slow, ["a"], seconds=0.1)
    time.sleep(0.2)
    started = time.monotonic()
    assert answer().reason == "deadline"
    assert time.monotonic() - started < 0.1
    slow.gate.set()


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 0.1])
def test_at_the_deadline_it_gives_up(seconds):
    slow = Gated()
    started = time.monotonic()
    timed = Pool().embed(slow, ["a"], seconds)
    assert time.monotonic() - started < 5
    assert (timed.vectors, timed.reason) == (None, "deadline")
    slow.gate.set()


def test_an_engine_that_cannot_is_unavailable_and_its_sentence_is_kept():
    broken = Gated(error=EmbeddingUnavailable("no weights"), is_open=True)
    timed = embed_within(broken, ["a"], seconds=LONG)
    assert (timed.vectors, timed.reason, timed.detail) == (None, "unavailable", "no weights")


def test_a_fault_in_the_code_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        embed_within(Gated(error=ZeroDivisionError(), is_open=True), ["a"], seconds=LONG)


def test_while_given_up_calls_hold_every_thread_the_answer_is_busy_at_once():
    pool, stuck = Pool(workers=2), Gated()
    for _ in range(2):
        assert pool.embed(stuck, ["a"], 0.1).reason == "deadline"
    started = time.monotonic()
    assert pool.embed(Gated(is_open=True), ["a"], LONG).reason == "busy"
    assert time.monotonic() - started < 5
    assert stuck.calls == 2
    stuck.gate.set()


def test_once_the_stuck_calls_end_the_pool_works_again():
    pool, stuck = Pool(workers=1), Gated()
    assert pool.embed(stuck, ["a"], 0.1).reason == "deadline"
    stuck.gate.set()
    until(lambda: pool.embed(Gated(is_open=True), ["a"], LONG).reason == "")


def test_when_too_many_wait_the_next_is_busy_at_once():
    pool, slow = Pool(workers=1, most_waiting=2), Gated()
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(pool.embed, slow, ["a"], LONG)
        until(lambda: slow.calls == 1)
        waiting = [threads.submit(pool.embed, slow, ["b"], LONG) for _ in range(2)]
        until(pool._queue.full)
        assert pool.embed(slow, ["c"], LONG).reason == "busy"
        slow.gate.set()
        assert [task.result().reason for task in [first, *waiting]] == ["", "", ""]


def test_a_call_given_up_while_it_waited_is_never_begun():
    pool, slow, late, last = Pool(workers=1), Gated(), Gated(is_open=True), Gated(is_open=True)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(pool.embed, slow, ["a"], LONG)
        until(lambda: slow.calls == 1)
        assert pool.embed(late, ["b"], 0.1).reason == "deadline"
        slow.gate.set()
        assert first.result().reason == ""
    assert pool.embed(last, ["c"], LONG).reason == ""
    assert late.calls == 0


def test_many_callers_at_once_each_get_their_own_vectors():
    pool = Pool(workers=2, most_waiting=64)
    with ThreadPoolExecutor(16) as threads:
        tasks = [threads.submit(pool.embed, Gated(is_open=True), ["x" * n], LONG) for n in range(64)]
        assert [int(task.result().vectors[0, 0]) for task in tasks] == list(range(64))


def test_a_failure_after_the_deadline_is_logged_without_its_words(caplog):
    pool, late = Pool(workers=1), Gated(error=ValueError("the secret plan"))
    with caplog.at_level(logging.WARNING, "continuum.engines"):
        caplog.handler.setLevel(logging.WARNING)
        logging.getLogger("continuum.engines").addHandler(caplog.handler)
        assert pool.embed(late, ["a"], 0.1).reason == "deadline"
        late.gate.set()
        until(lambda: "ValueError" in caplog.text)
    assert "secret" not in caplog.text
    logging.getLogger("continuum.engines").removeHandler(caplog.handler)


STUCK = """
import threading
from memories.engines.deadline import embed_within
class Stuck:
    model_id, dimensions, max_tokens = "stuck", 1, 1
    def embed(self, texts):
        threading.Event().wait()
print(embed_within(Stuck(), ["a"], seconds=0.1).reason)
"""


def test_a_stuck_call_does_not_keep_the_process_from_ending():
    ended = subprocess.run(
        [sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.strip() == "deadline"
