"""The golden questions asked by themselves, after what decides their answers changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories import outbox
from memories.engines.registry import embedder
from memories.intake.golden import pin_question
from memories.models import GoldenQuestion, GoldenRun, Job, Passage
from memories.pipeline.clean_up import clean_up
from memories.pipeline.golden import run_golden
from memories.pipeline.work import work
from memories.recall.setup import setup_now
from memories.services.golden import list_golden
from tests.stories import remember

GOLD = "module:tests.memories.engines.reranking.by_gold"
BROKEN = "module:tests.memories.engines.reranking.broken"


@pytest.fixture
def pinned(actor: Actor) -> Actor:
    remember(actor, "Tea is served at four.", name="tea")
    remember(actor, "When tea is served it is drunk from gold and gold and gold.", name="gold")
    remember(actor, "The kettle for tea is blue.", name="kettle")
    pin_question(actor, question="When is tea served?", name="tea", within=1)
    settle()
    return actor


def settle() -> None:
    while work():
        pass


def night(actor: Actor) -> None:
    """A worker that starts, or a night."""
    clean_up(actor.workspaces["default"], [])
    settle()


def test_the_first_night_makes_the_run_that_later_ones_compare_with(pinned: Actor) -> None:
    night(pinned)
    run = GoldenRun.objects.get()
    assert run.by_itself and (run.model, run.setup) == (embedder().model_id, setup_now())
    assert (run.kept, run.worse, run.better) == (1, 0, 0)


def test_while_nothing_changes_nothing_is_asked(pinned: Actor) -> None:
    run_golden(pinned)
    night(pinned)
    assert GoldenRun.objects.count() == 1 and not Job.objects.exists()


def test_without_questions_nothing_is_asked(actor: Actor) -> None:
    night(actor)
    assert not GoldenRun.objects.exists()


def test_another_reranker_has_them_asked_and_shows_what_got_worse(pinned: Actor, settings: Any) -> None:
    night(pinned)
    settings.RERANKER = GOLD
    night(pinned)
    before, after = GoldenRun.objects.order_by("pk")
    assert (before.kept, after.kept, after.worse, after.better) == (1, 0, 1, 0)
    assert "no reranker" in before.setup and "by_gold" in after.setup
    (row,) = list_golden(pinned)
    assert (row.place_before, row.place, row.moved, row.run_before) == (1, 2, 1, before.at)
    settings.RERANKER = ""
    night(pinned)
    latest = GoldenRun.objects.order_by("pk").last()
    assert latest is not None and (latest.worse, latest.better) == (0, 1)


def test_another_fusion_has_them_asked(pinned: Actor, settings: Any) -> None:
    night(pinned)
    settings.FUSION = "rrf"
    night(pinned)
    assert list(GoldenRun.objects.order_by("pk").values_list("setup", flat=True))[1].startswith("fusion rrf")


def test_after_a_change_of_model_they_wait_until_every_text_is_embedded_again(pinned: Actor) -> None:
    night(pinned)
    Passage.objects.update(model="another/one")
    GoldenRun.objects.update(model="another/one")
    clean_up(pinned.workspaces["default"], [])
    work()
    assert GoldenRun.objects.count() == 1
    waiting = Job.objects.get(step=outbox.GOLDEN)
    assert waiting.attempts == 0 and waiting.run_after > timezone.now() + timedelta(seconds=30)
    settle()
    Job.objects.update(run_after=timezone.now())
    settle()
    assert GoldenRun.objects.order_by("pk").last().model == embedder().model_id  # type: ignore[union-attr]
    assert not Passage.objects.filter(model="another/one").exists() and not Job.objects.exists()


def test_two_nights_put_down_one_job(pinned: Actor) -> None:
    for _ in range(2):
        clean_up(pinned.workspaces["default"], [])
    assert Job.objects.filter(step=outbox.GOLDEN).count() == 1


def test_a_model_that_cannot_answer_makes_no_figures(pinned: Actor, settings: Any) -> None:
    settings.RERANKER = BROKEN
    night(pinned)
    assert not GoldenRun.objects.exists()
    assert Job.objects.get(step=outbox.GOLDEN).error == "RerankingUnavailable"
    settings.EMBEDDING = "nonsense"
    Job.objects.all().delete()
    night(pinned)
    assert not Job.objects.exists()


def test_a_memory_that_is_found_nowhere_now_came_out_worse(pinned: Actor) -> None:
    night(pinned)
    row = GoldenQuestion.objects.get()
    row.place_before, row.run_before = 3, row.run_at
    moved = []
    for row.place in (None, 4, 3, 2):
        moved.append(row.moved)
    assert moved == [1, 1, 0, -1]
    row.run_before = None
    assert row.moved == 0
