"""What the rules make of a question."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.recall.planning import RulePlanner, leads_in, parts_of, window_of

TODAY = date(2026, 11, 30)  # a Monday


def planned(question: str, most: int = 8) -> Any:
    return RulePlanner().plan(question, most=most, today=TODAY)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Which database does Falcon use?", ["Which database does Falcon use?"]),
        ("Who leads Falcon and where does she live?", ["Who leads Falcon", "where does she live?"]),
        ("What did Ana and Ben decide?", ["What did Ana and Ben decide?"]),
        ("What do bread and butter cost?", ["What do bread and butter cost?"]),
        ("Compare TypeScript and Rust", ["TypeScript", "Rust"]),
        ("deploy day; who approves", ["deploy day", "who approves"]),
        ("the budget for marketing and the deadline for launch",
         ["the budget for marketing", "the deadline for launch"]),
        ("项目用什么数据库以及谁负责部署", ["项目用什么数据库", "谁负责部署"]),
        ("对比 TypeScript 和 Rust", ["TypeScript", "Rust"]),
        ("Wer leitet Falcon und wo wohnt sie?", ["Wer leitet Falcon", "wo wohnt sie?"]),
        ("; ;", ["; ;"]),
    ],
)  # fmt: skip
def test_a_question_is_parted_where_it_asks_two_things(question: str, parts: list[str]) -> None:
    assert parts_of(question) == parts


@given(st.text(min_size=1, max_size=300))
def test_any_text_has_parts_and_the_same_ones_again(text: str) -> None:
    assert parts_of(text) == parts_of(text) != []


@pytest.mark.parametrize(
    ("question", "complexity"),
    [
        ("Which database does Falcon use?", "L1"),
        ("Who leads Falcon; who leads Heron", "L2"),
        ("Why did we choose Postgres?", "L2"),
        ("项目技术决策的演化", "L2"),
        ("Where does the person who leads Falcon live?", "L3"),
        ("What is Ana's sister's name?", "L3"),
        ("Which services depend on the queue?", "L3"),
    ],
)
def test_how_much_a_question_takes(question: str, complexity: str) -> None:
    assert planned(question).complexity == complexity


def test_a_part_that_refers_to_another_is_noticed() -> None:
    assert planned("Who leads Falcon and where does she live?").refers
    assert not planned("Who leads Falcon; who leads Heron").refers


def test_no_more_parts_are_looked_up_than_may_be() -> None:
    plan = planned("a b; c d; e f", most=2)
    assert (plan.subqueries, plan.cut) == (("a b", "c d"), True)


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("What did we decide on 2026-03-14?", ("2026-03-14", "2026-03-14")),
        ("between 2026-03-14 and 2026-01-02", ("2026-01-02", "2026-03-14")),
        ("What changed in February 2024?", ("2024-02-01", "2024-02-29")),
        ("in December 2025", ("2025-12-01", "2025-12-31")),
        ("What was new in 2025?", ("2025-01-01", "2025-12-31")),
        ("today", ("2026-11-30", "2026-11-30")),
        ("What did I save yesterday?", ("2026-11-29", "2026-11-29")),
        ("last week", ("2026-11-23", "2026-11-29")),
        ("last month", ("2026-10-01", "2026-10-31")),
        ("in 5433", None), ("on 2026-13-40", None), ("sometime", None), ("in June", None),
        ("in May 0000", None), ("in December 9999", None), ("on 31 December 9999", None),
    ],
)  # fmt: skip
def test_the_days_that_a_question_names(question: str, days: tuple[str, str] | None) -> None:
    found = window_of(question, TODAY)
    assert (None if found is None else (found.since, found.until)) == days


def test_a_found_text_leads_on_to_the_names_that_were_not_asked_about() -> None:
    text = "Ana Pop leads Falcon. The office, see [[lease]], is in Ghent."
    leads = leads_in(text, asked="Who leads Falcon?", links=["lease"])
    assert leads == ["lease", "Ana", "Pop", "Ghent"]
