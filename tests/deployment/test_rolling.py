"""An upgrade under load: no request is lost, and what was acknowledged is there once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench.load.agents import Texts, working
from bench.load.books import audit
from bench.load.field import agents_of
from bench.load.ledger import Ledger
from continuum.embedded.paths import OWNER_ROLE
from tests.deployment.rolling import rolled
from tests.deployment.stack import CADDY, NGINX, REDIS, stack


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("proxy", [NGINX, CADDY])
def test_a_rolling_restart_loses_no_request(tmp_path: Path, proxy: str) -> None:
    if missing := [program for program in (proxy, REDIS) if shutil.which(program) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    ledger = Ledger()
    with stack(tmp_path, proxy=proxy) as running:
        bearers = agents_of(running, people=2, each=4)
        at = {"url": running.url, "trusted": running.trusted, "run": "1"}
        with working(bearers=bearers, ledger=ledger, texts=Texts(seed=3), every=1.0, **at):
            rolled(running, ledger, say=print)
        books = audit(running.home.address(user=OWNER_ROLE).url, ledger, run="1")
    assert ledger.answered and not ledger.refused, ledger.reasons()
    assert books.acknowledged and not books.lost and not books.doubled
