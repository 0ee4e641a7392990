"""Every web process is ended and started anew while agents work, as an upgrade does it: nobody notices.

What leads requests past a process that is about to end is told by its readiness. Caddy asks for that
itself, as compose.yaml has it. nginx does only in its commercial edition, so here somebody asks and has nginx
read its configuration again.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

from bench.load.ledger import Ledger
from tests.deployment.stack import POLL_SECONDS, READY_SECONDS, Stack

QUIET_SECONDS = 3.0
Say = Callable[[str], None]


def rolled(stack: Stack, ledger: Ledger, *, say: Say) -> None:
    """One after the other. Raises AssertionError for a process that does not go or come in its time."""
    for number, port in enumerate(stack.webs, 1):
        name = f"web-{number}"
        time.sleep(QUIET_SECONDS)
        say(f"{name} is asked to end; {len(ledger.answered)} answers so far, {len(ledger.refused)} failures")
        replaced(stack, name, port)
    time.sleep(QUIET_SECONDS)


def replaced(stack: Stack, name: str, port: int, **other: str) -> None:
    """End one web process and start it anew (in `other` environment), leading requests past it meanwhile."""
    stack.processes[name].send_signal(signal.SIGTERM)
    _wait(lambda: not stack.ready(port), f"{name} still says that it is ready")
    assert stack.processes[name].poll() is None, f"{name} was gone before it could be led past"
    stack.lead_past(port)
    code = stack.processes[name].wait(READY_SECONDS)
    assert code in (0, -signal.SIGTERM), f"{name} ended with {code}"
    stack.again(name, **other)
    _wait(lambda: stack.ready(port), f"{name} did not come back")
    stack.lead_past()


def _wait(good: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while not good():
        assert time.monotonic() < until, otherwise
        time.sleep(POLL_SECONDS)
