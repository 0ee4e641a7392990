"""Asking the golden questions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden
from memories.engines.registry import embedder
from memories.intake.golden import pin_question
from memories.models import Event, GoldenQuestion, GoldenRun
from memories.pipeline.golden import run_golden
from memories.services.removal import archive
from tests.stories import remember


def test_each_question_is_asked_and_what_came_of_it_is_kept(actor: Actor) -> None:
    remember(actor, "Tea is served at four.", name="tea")
    remember(actor, "The harbour is wide.", name="harbour")
    pin_question(actor, question="When is tea?", name="tea", within=1)
    pin_question(actor, question="When is tea?", name="harbour", within=1)
    ran = run_golden(actor)
    assert [(each.place, each.kept) for each in ran.asked] == [(1, True), (None, False)] and not ran.kept
    assert "no nearer in meaning than chance" in ran.asked[1].reason
    run = GoldenRun.objects.get()
    assert (run.asked, run.kept, run.recall_at_5, run.mrr) == (2, 1, 0.5, 0.5)
    assert run.model == embedder().model_id
    assert set(GoldenQuestion.objects.values_list("memory__name", "place")) == {("tea", 1), ("harbour", None)}
    assert Event.objects.get(action="golden.run").details == {"asked": 2, "kept": 1}


def test_one_that_came_too_far_behind_says_where(actor: Actor) -> None:
    remember(actor, "Tea is served at four.", name="tea")
    remember(actor, "When is tea? Tea is when the bell rings for tea.", name="bell")
    pin_question(actor, question="When is tea?", name="tea", within=1)
    (asked,) = run_golden(actor).asked
    assert (asked.place, asked.kept) == (2, False) and "place 2" in asked.reason


def test_what_was_put_away_says_so_and_a_tasks_memory_is_found_by_its_task(actor: Actor) -> None:
    remember(actor, "Tea is served at four.", name="tea")
    remember(actor, "The cart is done.", name="cart", scope="task", task_id="shop")
    pin_question(actor, question="When is tea?", name="tea")
    pin_question(actor, question="Is the cart done?", name="cart", task_id="shop")
    archive(actor, name="tea")
    reasons = [each.reason for each in run_golden(actor).asked]
    assert reasons == ["It is archived; memory_restore brings it back.", ""]


def test_a_private_one_is_asked_for_by_who_may(person: Actor) -> None:
    remember(person, "The party is on Friday.", name="party", sensitivity="private")
    pin_question(person, question="When is the party?", name="party")
    assert run_golden(person).kept


def test_without_questions_nothing_is_missed_and_it_takes_the_right_to_run_things(actor: Actor) -> None:
    assert run_golden(actor).kept
    with pytest.raises(Forbidden):
        run_golden(replace(actor, permissions=frozenset({Permission.READ})))
