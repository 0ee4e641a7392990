"""Load and chaos in their short forms, on a whole deployment."""

from __future__ import annotations

import shutil

import pytest

from bench.load.faults import FAULTS
from bench.load.runs import Run, Sizes, deployed, run
from tests.deployment.stack import NEEDED

SHORT = ("kill -9 web-1", "kill -9 worker-1", "kill -9 a connection of Postgres", "Redis away")


def short_run(*, faults: tuple[str, ...] = ()) -> Run:
    if missing := [program for program in NEEDED if shutil.which(program) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    chosen = [fault for fault in FAULTS if fault.name in faults]
    with deployed(own_volume=False) as running:
        return run(running, Sizes(60, people=2, each=4, rate=6), faults=chosen, say=print)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_agents_at_work_lose_nothing_and_see_no_error() -> None:
    done = short_run()
    figures = done.figures
    assert figures["acknowledged"] > 0 and (figures["lost"], figures["doubled"]) == (0, 0)
    assert figures["errors"] == 0, done.ledger.reasons()
    assert {"web-1", "web-2", "worker-1", "worker-2", "beat", "redis", "postgres"} <= done.weights.keys()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_what_was_acknowledged_while_parts_died_is_there_once() -> None:
    done = short_run(faults=SHORT)
    figures = done.figures
    assert figures["acknowledged"] > 0 and (figures["lost"], figures["doubled"]) == (0, 0)
    assert len(done.struck) == len(SHORT)
    assert all(each.answers is not None and each.caught_up is not None for each in done.struck)
