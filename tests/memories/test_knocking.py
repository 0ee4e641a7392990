"""A broker that takes connections and answers nothing: nobody waits for it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator

import pytest
from celery import Celery
from django.test import Client

from continuum import health
from memories import outbox

pytestmark = pytest.mark.timeout(25)  # the worker's patience with its broker is 30 seconds
TIMEOUTS = {"socket_connect_timeout": 1, "socket_timeout": 30, "retry_on_timeout": False}


class Hanging:
    """Where it listens, and how often somebody came."""

    def __init__(self, listener: socket.socket) -> None:
        self.app = Celery(
            "hanging", broker=f"redis://127.0.0.1:{listener.getsockname()[1]}/0", set_as_current=False
        )
        self.app.conf.broker_transport_options = TIMEOUTS
        self._listener = listener

    def visitors(self) -> int:
        count = 0
        while True:
            try:
                self._listener.accept()[0].close()
            except BlockingIOError:
                return count
            count += 1


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    with socket.create_server(("127.0.0.1", 0), backlog=16) as listener:
        listener.setblocking(False)
        broker = Hanging(listener)
        monkeypatch.setattr(outbox, "current_app", broker.app)
        monkeypatch.setattr(health, "current_app", broker.app)
        monkeypatch.setattr(outbox, "_BROKER", outbox._Broker())
        monkeypatch.setattr(outbox, "KNOCK_SECONDS", 0.3)
        monkeypatch.setattr(health, "BROKER_SECONDS", 0.3)
        outbox._line.cache_clear()
        yield broker
        outbox._line.cache_clear()


def test_a_write_waits_a_moment_for_a_broker_that_hangs_and_the_next_ones_not_at_all(
    hanging: Hanging, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        outbox.nudge()
    came = hanging.visitors()
    assert came >= 1 and "the next sweep will find the work" in caplog.text
    for _ in range(5):
        outbox.nudge()
    assert hanging.visitors() == 0


def test_it_is_asked_again_after_a_while(hanging: Hanging, monkeypatch: pytest.MonkeyPatch) -> None:
    outbox.nudge()
    hanging.visitors()
    monkeypatch.setattr(outbox._BROKER, "silent_until", 0.0)
    outbox.nudge()
    assert hanging.visitors() >= 1


def test_a_process_whose_broker_hangs_is_ready_all_the_same(
    hanging: Hanging, client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every proxy would leave out every process, for want of something that only comes later."""
    monkeypatch.setattr(health, "ASK_AGAIN_AFTER", 0.0)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["broker"]["status"]) == (200, "degraded")
