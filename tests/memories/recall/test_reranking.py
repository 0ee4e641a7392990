"""The first hits in the order of a reranker: by its protocol, through recall."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from continuum.kernel.actor import Actor
from memories.recall.answers import Recalled
from memories.recall.recall import recall
from memories.recall.reranking import MOST_RERANKED
from tests.memories.engines.reranking import by_gold, stuck
from tests.stories import remember

ASKED = "Who repairs the pump?"
HERE = "module:tests.memories.engines.reranking"


@pytest.fixture
def told(actor: Actor) -> Actor:
    remember(actor, "The pump: repairs are done by Ana.", name="ana")
    remember(actor, "The pump: repairs are paid for by the town, in gold.", name="town")
    remember(actor, "The pump: repairs were late in the spring of the flood.", name="flood")
    return actor


@pytest.fixture
def by_the_word_gold(settings: Any) -> None:
    settings.RERANKER = f"{HERE}.by_gold"
    by_gold.asked.clear()


def names(page: Recalled) -> list[str]:
    return [memory.name for memory in page.memories]


def test_it_moves_what_answers_better_to_the_front_and_says_so(told: Actor, settings: Any) -> None:
    before = recall(told, query=ASKED)
    assert before.memories[0].name == "ana" and before.memories[0].receipt.reranked is None
    settings.RERANKER = f"{HERE}.by_gold"
    after = recall(told, query=ASKED)
    first = after.memories[0]
    assert first.name == "town" and after.mode_reason == ""
    assert first.receipt.reranked == 1 and "moved up by the reranker" in first.receipt.reasons
    assert "moved down by the reranker" in after.memories[1].receipt.reasons
    scores = [memory.receipt.score for memory in after.memories]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.usefixtures("by_the_word_gold")
def test_it_reads_the_question_and_the_passages_that_matched(told: Actor) -> None:
    recall(told, query=ASKED)
    [(question, texts)] = by_gold.asked
    assert question == ASKED and "The pump: repairs are done by Ana." in texts and len(texts) == 3


@pytest.mark.usefixtures("by_the_word_gold")
def test_an_exact_name_stays_in_front(told: Actor) -> None:
    remember(told, "Nothing of worth.", name="the pump")
    assert names(recall(told, query="the pump"))[0] == "the pump"


@pytest.mark.usefixtures("by_the_word_gold")
def test_where_it_sees_no_difference_the_order_stays(told: Actor, settings: Any) -> None:
    ties = recall(told, query="spring of the flood", names=["ana", "flood"])
    settings.RERANKER = ""
    assert names(ties) == names(recall(told, query="spring of the flood", names=["ana", "flood"]))
    assert all(memory.receipt.reranked is None for memory in ties.memories)


@pytest.mark.usefixtures("by_the_word_gold")
def test_one_hit_is_not_read(told: Actor) -> None:
    assert names(recall(told, query=ASKED, names=["flood"])) == ["flood"] and by_gold.asked == []


@pytest.mark.usefixtures("by_the_word_gold")
def test_pages_are_those_of_one_order_and_it_is_asked_once(actor: Actor) -> None:
    for number in range(MOST_RERANKED + 4):
        remember(actor, f"Pump {number}: {'gold ' * (number % 5)}repairs by hand.", name=f"pump-{number}")
    whole = names(recall(actor, query=ASKED, limit=100))
    by_gold.asked.clear()
    paged: list[str] = []
    page = recall(actor, query=ASKED, limit=5)
    while True:
        paged += names(page)
        if page.next_cursor is None:
            break
        page = recall(actor, query=ASKED, limit=5, cursor=page.next_cursor)
    assert paged == whole and len(set(paged)) == MOST_RERANKED + 4 and len(by_gold.asked) == 1


def test_pages_stay_those_of_the_first_when_it_fails_later(told: Actor, settings: Any) -> None:
    settings.RERANKER = f"{HERE}.by_gold"
    whole, first = names(recall(told, query=ASKED)), recall(told, query=ASKED, limit=2)
    settings.RERANKER = f"{HERE}.broken"
    rest = recall(told, query=ASKED, limit=2, cursor=first.next_cursor)
    assert names(first) + names(rest) == whole and rest.mode_reason == ""


def test_one_that_is_slow_leaves_the_order_as_it_was_and_the_answer_says_so(
    told: Actor, settings: Any
) -> None:
    before = names(recall(told, query=ASKED))
    settings.RERANKER = f"{HERE}.stuck"
    stuck.let_go.clear()
    late = recall(told, query=ASKED)
    stuck.let_go.set()
    assert names(late) == before and late.mode == "hybrid"
    assert late.mode_reason.startswith("not reranked: the reranker is")


@pytest.mark.parametrize(
    ("reranker", "reason"),
    [
        (f"{HERE}.broken", "not reranked: The reranker has no weights."),
        ("module:not.there", "not reranked: The reranker module needs the package not"),
    ],
)
def test_one_that_cannot_leaves_the_order_as_it_was(
    told: Actor, settings: Any, reranker: str, reason: str
) -> None:
    before = names(recall(told, query=ASKED))
    settings.RERANKER = reranker
    after = recall(told, query=ASKED)
    assert names(after) == before and after.mode_reason.startswith(reason)


def test_explain_knows_it(told: Actor, settings: Any) -> None:
    settings.RERANKER = f"{HERE}.by_gold"
    found = recall(told, query=ASKED, explain="town").explanation
    assert found.place == 1 and "The reranker took it there from place" in found.reason
    lost = recall(told, query=ASKED, limit=1, explain="ana").explanation
    assert lost.stage == "rank" and "The reranker took it there from place 1." in lost.reason


def test_off_it_costs_no_query(told: Actor, settings: Any) -> None:
    recall(told, query=ASKED)
    settings.RERANKER = ""
    with CaptureQueriesContext(connection) as off:
        recall(told, query=ASKED)
    settings.RERANKER = f"{HERE}.by_gold"
    with CaptureQueriesContext(connection) as on:
        recall(told, query=ASKED)
    assert len(on) == len(off) + 1
