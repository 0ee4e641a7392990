"""How the worker and the beat end."""

from __future__ import annotations

import threading

import pytest
from celery.beat import Scheduler

from continuum import workers
from continuum.workers import Workers


def test_a_beat_that_waits_for_the_broker_keeps_no_process_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits, back, ended = threading.Event(), threading.Event(), threading.Event()

    def tick(_: Scheduler) -> float:
        waits.set()
        back.wait(60)
        return 0.0

    def run() -> None:
        with Workers(worker=False):
            waits.wait(10)
        ended.set()

    monkeypatch.setattr(Scheduler, "tick", tick)
    monkeypatch.setattr(workers, "STOP_SECONDS", 0.2)
    monkeypatch.setattr(workers.outbox, "nudge", lambda *_: None)
    threading.Thread(target=run, daemon=True).start()
    assert ended.wait(10) and waits.is_set()
    back.set()
