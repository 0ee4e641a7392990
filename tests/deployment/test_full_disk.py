"""Not a byte is free on the volume of the database and of the data folder while agents work: each is told so
in one code, no process ends, and what was acknowledged is there.
"""

from __future__ import annotations

import shutil

import pytest

from bench.load.agents import Texts, working
from bench.load.books import audit
from bench.load.faults import disk_full
from bench.load.field import Field, agents_of, seconds_until, volume
from bench.load.keeper import Keeper
from bench.load.ledger import Ledger
from bench.load.runs import deployed
from continuum.embedded.paths import OWNER_ROLE
from tests.deployment.stack import NEEDED

HEALED_SECONDS = 90.0
TOLD = {"STORAGE_ERROR", "503 STORAGE_ERROR"}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_full_disk_is_told_and_ends_nothing() -> None:
    if missing := [program for program in NEEDED if shutil.which(program) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    ledger = Ledger()
    with deployed(own_volume=True) as running:
        if not volume(running.folder).is_mount():
            pytest.skip("no volume of its own could be mounted (that takes root)")
        bearers = agents_of(running, people=2, each=3)
        at = {"url": running.url, "trusted": running.trusted, "run": "1"}
        where = Field(running, Keeper(running), bearers[0]["bearer"])
        with working(bearers=bearers, ledger=ledger, texts=Texts(seed=3), every=1.0, **at):
            disk_full(where)
            assert seconds_until(where.answers, most=HEALED_SECONDS) is not None
        ended = [name for name, process in running.processes.items() if process.poll() is not None]
        books = audit(running.home.address(user=OWNER_ROLE).url, ledger, run="1")
    assert ended == [] and set(ledger.reasons()) <= TOLD, ledger.reasons()
    assert books.acknowledged and not books.lost and not books.doubled
