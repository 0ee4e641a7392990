"""When a service that died is tried again, and when it is given up."""

from __future__ import annotations

import time

from continuum.embedded import limits
from continuum.embedded.service import Service, ServiceSpec

SPEC = ServiceSpec(name="any", argv=[], cwd="", env={}, log="", stop="SIGTERM", force="SIGKILL")


def pauses(service: Service, count: int) -> list[float]:
    found = []
    for _ in range(count):
        service.started = time.monotonic()
        service.plan_restart()
        assert service.due is not None
        found.append(round(service.due - time.monotonic(), 1))
    return found


def test_pauses_double_up_to_the_longest() -> None:
    found = pauses(Service(SPEC), limits.RESTART_TRIES)
    assert found[:4] == [0.1, 0.2, 0.4, 0.8]
    assert found[-1] == limits.RESTART_LONGEST_PAUSE_S


def test_it_is_given_up_after_so_many_tries_in_a_row() -> None:
    service = Service(SPEC)
    service.started = time.monotonic()
    tries = [service.plan_restart() for _ in range(limits.RESTART_TRIES + 1)]
    assert tries == [True] * limits.RESTART_TRIES + [False]


def test_a_service_that_lived_long_has_its_tries_forgiven() -> None:
    service = Service(SPEC)
    pauses(service, limits.RESTART_TRIES)
    service.started = time.monotonic() - limits.RESTART_FORGIVEN_AFTER_S - 1
    assert service.plan_restart()
    assert service.tries == 1
