"""The guardian alone, guarding programs that every system has."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from continuum.embedded import folders
from continuum.embedded.lifeline import Ended, Lifeline, start_guardian
from continuum.embedded.locks import try_lock
from continuum.embedded.service import ServiceSpec
from tests.continuum.embedded.seats import PATIENCE_S, Seat, eventually, is_gone


def spec(seat: Seat, *argv: str, name: str = "sleeper") -> ServiceSpec:
    return ServiceSpec(
        name=name,
        argv=list(argv),
        cwd=str(seat.home.run),
        env=dict(os.environ),
        log=str(seat.home.log(name)),
        stop="SIGTERM",
        force="SIGKILL",
    )


def guard(seat: Seat, *services: ServiceSpec) -> Lifeline:
    folders.prepare(seat.home)
    lock = try_lock(seat.home.running_lock)
    assert lock is not None
    lifeline = start_guardian(seat.home, lock=lock, services=services)
    os.close(lock)
    return lifeline


def ends(lifeline: Lifeline) -> bool:
    try:
        while lifeline.hear(timeout=PATIENCE_S) is not None:
            pass
    except Ended:
        return True
    return False


@pytest.fixture
def sleeping(empty: Seat) -> Iterator[Lifeline]:
    """A guardian that has been told that its one service works."""
    lifeline = guard(empty, spec(empty, "sleep", "60"))
    lifeline.say("ready")
    assert lifeline.hear(timeout=PATIENCE_S) is not None
    yield lifeline
    lifeline.close()


def test_a_service_that_ends_before_it_was_ready_is_reported_with_its_code(empty: Seat) -> None:
    lifeline = guard(empty, spec(empty, "sleep", "60"), spec(empty, "sh", "-c", "exit 3", name="failing"))
    assert lifeline.hear(timeout=PATIENCE_S) == {"failed": "failing", "code": 3, "reason": ""}
    assert ends(lifeline)
    lifeline.close()


def test_a_program_that_cannot_be_executed_is_reported_with_the_reason(empty: Seat) -> None:
    lifeline = guard(empty, spec(empty, "/nowhere/at-all", name="missing"))
    message = lifeline.hear(timeout=PATIENCE_S)
    assert message is not None
    assert message["failed"] == "missing"
    assert message["reason"] == "No such file or directory: /nowhere/at-all"
    assert ends(lifeline)
    lifeline.close()


def test_a_starter_that_goes_before_it_was_ready_ends_everything(empty: Seat) -> None:
    starter = guard(empty, spec(empty, "sleep", "60"))
    joiner = Lifeline.connect(empty.home)
    while joiner is None:
        joiner = Lifeline.connect(empty.home)
    joiner.say("hold")
    starter.close()
    assert ends(joiner)
    joiner.close()


def test_a_service_that_dies_is_started_again(empty: Seat, sleeping: Lifeline) -> None:
    first = sleeping_pid(empty)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: sleeping_pid(empty) not in {0, first})


@pytest.mark.slow
def test_a_service_that_dies_again_and_again_ends_the_guardian_with_a_report(empty: Seat) -> None:
    lifeline = guard(empty, spec(empty, "sleep", "60"))
    lifeline.say("ready")
    killed = 0
    message = lifeline.hear(timeout=PATIENCE_S)
    while message is None or "failed" not in message:
        pid = sleeping_pid(empty)
        if pid not in {0, killed}:
            os.kill(pid, signal.SIGKILL)
            killed = pid
        message = lifeline.hear(timeout=0.02)
    assert message["code"] == -signal.SIGKILL
    assert ends(lifeline)
    lifeline.close()


def test_the_lock_is_held_until_the_guardian_has_ended(empty: Seat, sleeping: Lifeline) -> None:
    assert try_lock(empty.home.running_lock) is None
    sleeping.close()
    eventually(lambda: (lock := try_lock(empty.home.running_lock)) is not None and os.close(lock) is None)
    assert Lifeline.connect(empty.home) is None


def test_asking_for_the_status_is_not_holding_on(empty: Seat, sleeping: Lifeline) -> None:
    assert empty.status().holders == 1
    assert empty.status().ready


def test_a_sigterm_lets_the_holders_finish(empty: Seat, sleeping: Lifeline) -> None:
    found = empty.status()
    os.kill(found.guardian, signal.SIGTERM)
    assert sleeping.hear(timeout=0.3) is None
    sleeping.say("leave")
    assert ends(sleeping)
    eventually(lambda: is_gone(found.guardian))


def test_an_interrupt_from_the_terminal_does_not_reach_the_services(empty: Seat, sleeping: Lifeline) -> None:
    found = empty.status()
    assert os.getsid(found.guardian) not in {os.getsid(0), 0}
    os.kill(found.guardian, signal.SIGINT)
    assert sleeping.hear(timeout=0.3) is None


def sleeping_pid(seat: Seat) -> int:
    lifeline = Lifeline.connect(seat.home)
    if lifeline is None:
        return 0
    lifeline.say("status")
    try:
        message = lifeline.hear(timeout=PATIENCE_S) or {"pids": {}}
    except Ended:
        return 0
    finally:
        lifeline.close()
    return int(message["pids"].get("sleeper", 0))
