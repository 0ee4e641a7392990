"""Pinning what a question must bring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from continuum.kernel.actor import Actor, Permission
from continuum.kernel.errors import Forbidden, NotFound, SecretRefused, ValidationFailed
from continuum.kernel.ids import new_id
from memories import access
from memories.intake.golden import pin_question
from memories.models import Event, GoldenQuestion
from memories.services import golden
from memories.services.golden import Figures, list_golden, list_runs, note_run, unpin
from memories.services.removal import forget
from tests.stories import remember

KEY = "AKIA" + "Q7RT4WXB2NMLPZ5K"


@pytest.fixture
def tea(actor: Actor) -> str:
    return str(remember(actor, "Tea at four.", name="tea").memory_id)


def questions(actor: Actor, **where: Any) -> list[tuple[str, int]]:
    return [(row.question, row.within) for row in list_golden(actor, **where)]


def test_a_question_is_pinned_once_and_unpinned(actor: Actor, tea: str) -> None:
    first = pin_question(actor, question=" When is tea? ", name="tea")
    again = pin_question(actor, question="When is tea?", name="tea", within=1)
    assert first.pk == again.pk and questions(actor) == [("When is tea?", 1)]
    event = Event.objects.filter(action="golden.pinned").first()
    assert (str(event.memory_id), event.details) == (tea, {"golden": str(first.pk)})
    unpin(actor, golden_id=first.pk)
    assert questions(actor) == [] and Event.objects.filter(action="golden.unpinned").count() == 1


def test_it_goes_with_its_memory(actor: Actor, tea: str) -> None:
    pin_question(actor, question="When is tea?", name="tea")
    forget(actor, name="tea")
    assert not GoldenQuestion.objects.exists()


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"question": " "}, ValidationFailed), ({"question": "x" * 501}, ValidationFailed),
        ({"question": f"Is it {KEY}?"}, SecretRefused), ({"within": 0}, ValidationFailed),
        ({"within": 101}, ValidationFailed), ({"name": "nobody"}, NotFound), ({"workspace": "x"}, NotFound),
    ],
)  # fmt: skip
def test_what_cannot_be_pinned_is_refused(actor: Actor, tea: str, asked: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        pin_question(actor, **{"question": "When is tea?", "name": "tea", **asked})
    assert not GoldenQuestion.objects.exists()


def test_there_is_an_end_to_them(actor: Actor, tea: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "MOST_QUESTIONS", 1)
    pin_question(actor, question="When is tea?", name="tea")
    with pytest.raises(ValidationFailed):
        pin_question(actor, question="Tea when?", name="tea")


def test_what_a_reader_may_not_see_is_not_listed(actor: Actor, person: Actor) -> None:
    remember(person, "A party.", name="party", sensitivity="private")
    pinned = pin_question(person, question="What is planned?", name="party")
    assert questions(actor) == [] and len(questions(person)) == 1
    with pytest.raises(NotFound):
        unpin(actor, golden_id=pinned.pk)


def test_strangers_and_who_does_not_run_this_pin_nothing(actor: Actor, stranger: Actor, tea: str) -> None:
    pinned = pin_question(actor, question="When is tea?", name="tea")
    writer = replace(actor, permissions=frozenset({Permission.WRITE}))
    for refused in (
        lambda: pin_question(writer, question="When?", name="tea"),
        lambda: unpin(writer, golden_id=pinned.pk),
        lambda: note_run(writer, figures=Figures({}, 0), model=""),
        lambda: list_golden(writer),
        lambda: list_runs(writer),
    ):
        with pytest.raises(Forbidden):
            refused()
    with access.acting(stranger):
        assert questions(stranger) == []
        with pytest.raises(NotFound):
            unpin(stranger, golden_id=pinned.pk)


def test_pinning_that_fails_half_way_leaves_nothing(
    actor: Actor, tea: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memories.services.turns.Turn.record", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        pin_question(actor, question="When is tea?", name="tea")
    assert not GoldenQuestion.objects.exists()


def test_figures_are_shares_of_all_questions() -> None:
    figures = Figures({new_id(): 1, new_id(): 10, new_id(): None, new_id(): 4}, kept=3)
    assert (figures.recall_at(5), figures.recall_at(10)) == (0.5, 0.75)
    assert figures.mrr == pytest.approx((1 + 0.1 + 0.25) / 4)
    assert Figures({}, 0).mrr == Figures({}, 0).recall_at(5) == 1.0
