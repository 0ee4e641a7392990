"""What agents were given, as rows: questions, contexts, pages of the web."""

from __future__ import annotations

from dataclasses import replace

import pytest

from continuum.kernel.actor import Actor
from continuum.kernel.errors import Forbidden, ValidationFailed
from memories import access
from memories.injection.answering import answer
from memories.injection.inject import inject
from memories.models import Activity
from memories.recall.activity import INJECTION, RECALL, list_activity
from memories.services.removal import forget
from tests.stories import remember

TEA = "When does everybody drink tea in the afternoon here?"


def test_a_question_and_a_context_stand_there_with_their_reasons(actor: Actor) -> None:
    remember(actor, "Everybody here drinks tea at four in the afternoon.", name="tea")
    answer(actor, query=TEA)
    inject(actor, prompt=TEA)
    told, asked = list_activity(actor).rows
    assert (told.sort, asked.sort) == (INJECTION, RECALL)
    (given,) = asked.given
    assert given.memory is not None and given.memory.name == "tea" and given.reasons


def test_a_list_without_a_question_leaves_no_row(actor: Actor) -> None:
    remember(actor, "Tea at four.", name="tea")
    answer(actor, names=["tea"])
    assert not list_activity(actor).rows


def test_no_word_of_the_question_or_the_answer_is_kept(actor: Actor) -> None:
    remember(actor, "The vault opens with a blue whale.", name="vault")
    answer(actor, query="What opens the vault, is it a whale?")
    row = Activity.objects.get(workspace_id=actor.workspaces["default"])
    assert "whale" not in str(vars(row))


def test_a_question_that_nothing_answers_says_so(actor: Actor) -> None:
    answer(actor, query="quantum chromodynamics")
    (row,) = list_activity(actor).rows
    assert row.outcome == Activity.Outcome.NOTHING and row.milliseconds > 0 and not row.given


def test_sort_outcome_agent_and_days_narrow_it(actor: Actor) -> None:
    answer(actor, query="quantum chromodynamics")
    assert len(list_activity(actor, sort=RECALL, outcome="nothing", agent=actor.agent).rows) == 1
    for other in ({"sort": INJECTION}, {"outcome": "injected"}, {"agent": "x"}, {"until": "2001-01-01"}):
        assert not list_activity(actor, **other).rows


def test_pages_hold_every_row_once(actor: Actor) -> None:
    for _ in range(5):
        answer(actor, query="quantum chromodynamics")
    first = list_activity(actor, limit=3)
    second = list_activity(actor, limit=3, cursor=first.next_cursor)
    assert len({row.id for row in (*first.rows, *second.rows)}) == 5 and second.next_cursor is None


def test_what_was_forgotten_takes_its_rows_along(person: Actor) -> None:
    remember(person, "Everybody here drinks tea at four in the afternoon.", name="tea")
    answer(person, query=TEA)
    forget(person, name="tea")
    assert not list_activity(person).rows


def test_a_stranger_sees_none_of_it(actor: Actor, stranger: Actor) -> None:
    answer(actor, query="quantum chromodynamics")
    with access.acting(stranger):
        assert not list_activity(stranger).rows


@pytest.mark.parametrize("wrong", [{"sort": "x"}, {"outcome": "x"}, {"since": "x"}, {"cursor": "x"}])
def test_what_cannot_be_asked_is_said(actor: Actor, wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationFailed):
        list_activity(actor, **wrong)


def test_reading_needs_the_permission(actor: Actor) -> None:
    with pytest.raises(Forbidden):
        list_activity(replace(actor, permissions=frozenset()))
