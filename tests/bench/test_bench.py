"""The bench measures what it says, small enough here to be watched."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest
from django.conf import settings

from bench import floor, ingest, queue, small
from bench import recall as bench_recall
from bench.corpus import Corpus
from bench.sizes import TINY
from bench.store import BIG, SMALL, Store
from memories import access
from memories.models import Passage
from memories.models.revision import LIVE, Revision
from memories.recall.recall import recall

FIGURES = {
    "recall_p50_ratio_10k",
    "recall_p50_ratio_100k",
    "recall_growth_100k_over_10k",
    "small_workspace_hits",
    "ingest_ratio",
    "queue_list_ms",
    "queue_decide_s",
    "hook_p50_ms",
    "hook_p95_ms",
    "hook_p95_ratio",
    "gate_cpu_ms",
    "rps_1",
    "rps_2",
    "first_start_s",
    "later_start_s",
    "rss_mb",
}


@pytest.fixture
def store(committed: None) -> Store:
    filled = Store(embedded=TINY.embedded)
    floor.install()
    filled.grow(TINY.small)
    filled.fill_small()
    return filled


def test_the_store_is_what_intake_would_have_written(store: Store) -> None:
    with access.acting(store.actor) as actor:
        passages = Passage.objects.filter(workspace_id=actor.workspaces[BIG])
        live = Revision.objects.filter(workspace_id=actor.workspaces[BIG], status__in=LIVE, number=1)
        assert live.count() == TINY.small <= passages.count()
        assert not passages.filter(vector=None).exists()


def test_recall_and_its_floor_find_the_same_passages(store: Store) -> None:
    question = Corpus(seed=5).question(topic=1)
    with access.acting(store.actor) as actor:
        bare = floor.floor(question, [actor.workspaces[BIG]])
        found = recall(actor, query=question, workspace=BIG, limit=5).memories
        texts = set(Passage.objects.filter(pk__in=bare).values_list("text", flat=True))
    assert found
    assert {memory.receipt.passage for memory in found if memory.receipt} <= texts


def test_a_recall_takes_longer_than_its_floor(store: Store) -> None:
    speed = bench_recall.measure(store.actor, Corpus(seed=6), questions=8, warm_up=4)
    assert speed.answers > 0
    assert speed.ratio > 1


def test_the_workspace_of_ten_is_held_against_all_its_passages(store: Store) -> None:
    with access.acting(store.actor) as actor:
        assert Passage.objects.filter(workspace_id=actor.workspaces[SMALL]).count() >= 10
    assert small.fewest_hits(store.actor, Corpus(seed=7), questions=5) == small.BEST


def test_bulk_ingest_ends_when_every_text_is_found_by_meaning(store: Store) -> None:
    measured = ingest.measure(store.actor, Corpus(seed=8), texts=10)
    assert measured.ratio > 0
    with access.acting(store.actor) as actor:
        written = Passage.objects.filter(workspace_id=actor.workspaces["bulk"])
        assert written.count() >= 10 and not written.filter(vector=None).exists()


def test_a_queue_is_listed_and_decided_on_to_its_end(store: Store) -> None:
    measured = queue.measure(store.actor, Corpus(seed=9), waiting=120, times=1)
    assert (len(measured.lists), len(measured.decisions)) == (1, 2)
    with access.acting(store.actor) as actor:
        waiting = Revision.objects.filter(workspace_id=actor.workspaces["queue"], status="proposed")
        assert not waiting.exists()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_whole_bench_ends_with_one_line_of_all_figures() -> None:
    command = [sys.executable, "-m", "bench", "--tiny"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    assert lines == [done.stdout.splitlines()[-1]]
    figures = json.loads(lines[0].removeprefix("RESULT "))
    assert set(figures) == FIGURES
    assert all(math.isfinite(figure) and figure > 0 for figure in figures.values())
