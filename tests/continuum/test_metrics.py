"""Metrics: for who shows the token, by words of the code, over several processes together."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from continuum import metrics
from continuum.asgi import Application
from continuum.kernel.watching import Kind, Request, seen, serving, unwatch, watch
from memories import access, outbox
from memories.recall.recall import recall
from tests.continuum.test_requests import asked
from tests.stories import remember

TOKEN = "for-prometheus-alone-1"
SECRET = "the-launch-code-is-8231"
COUNTING = """
import django
django.setup()
from continuum import metrics
from continuum.kernel.watching import Kind, seen
with seen(Kind.TOOL, "memory_recall"):
    pass
"""


@pytest.fixture
def counting() -> Any:
    watcher = metrics.Counting()
    watch(watcher)
    yield watcher
    unwatch(watcher)


def samples(text: str) -> dict[tuple[str, frozenset[str]], float]:
    """Every sample by its name and the values of its labels."""
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.parametrize(("token", "shown", "status"), [
    ("", "", 404), (TOKEN, "", 401), (TOKEN, "Bearer no", 401), (TOKEN, f"Bearer {TOKEN}", 200)])  # fmt: skip
async def test_only_who_shows_the_token_is_told(
    committed: None, settings: Any, token: str, shown: str, status: int
) -> None:
    settings.METRICS_TOKEN = token
    async with asked(Application()) as client:
        answer = await client.get("/metrics", headers={"Authorization": shown, "Host": "10.0.0.7:8787"})
    assert answer.status_code == status
    assert (b"continuum_jobs" in answer.content) is (status == 200)


def test_jobs_of_every_workspace_are_counted_by_kind(actor: Any) -> None:
    with access.acting(actor):
        for step in (outbox.INDEX, outbox.INDEX, outbox.GOLDEN):
            outbox.enqueue(workspace=actor.workspaces["default"], step=step)
    found = {sample.labels["kind"]: sample.value for family in metrics.Waiting().collect()
             for sample in family.samples if family.name == "continuum_jobs"}  # fmt: skip
    assert found == {"index": 2, "golden": 1}


def test_what_is_done_is_counted_and_nothing_is_named(actor: Any, counting: metrics.Counting) -> None:
    remember(actor, f"{SECRET} is kept by Ines.", name=SECRET)
    with access.acting(actor):
        recall(actor, query=SECRET)
    request = Request(id=SECRET, method="GET", door="api", route="/api/v1/memories/<str:name>", status=200)
    with serving(request):
        pass
    told = metrics.generate_latest(metrics.OURS).decode()
    counted = samples(told)
    assert counted["continuum_verb_seconds_count", frozenset({"submit_all", "ok"})] >= 1
    assert counted["continuum_recalls_total", frozenset({"hybrid"})] >= 1
    assert counted["continuum_request_seconds_count", frozenset({"api", request.route, "GET", "200"})] >= 1
    assert SECRET not in told and not re.search(r"alice|default|token:", told)


def test_processes_of_one_machine_are_counted_together(tmp_path: Path) -> None:
    environment = {**os.environ, "CONTINUUM_METRICS_TOKEN": TOKEN, "CONTINUUM_METRICS_FOLDER": str(tmp_path)}
    telling = f"{COUNTING}\nmetrics._depths = lambda: []\nprint(metrics.exposition().decode())"
    for script in (COUNTING, COUNTING, telling):
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert samples(done.stdout)["continuum_tool_seconds_count", frozenset({"memory_recall", "ok"})] == 3


def test_a_kind_that_nobody_counts_is_passed_over(counting: metrics.Counting) -> None:
    with seen(Kind.SQL, "SELECT memories_job"):
        pass
    assert b"memories_job" not in metrics.generate_latest(metrics.OURS)
