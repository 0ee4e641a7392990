"""Times that are said by how far they are from a day."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.text.periods import periods

TODAY = date(2026, 11, 30)  # a Monday


def told(question: str) -> list[tuple[str, str]]:
    return [(period.first.isoformat(), period.after.isoformat()) for period in periods(question, TODAY)]


@pytest.mark.parametrize(
    ("question", "first", "after"),
    [
        ("What did we say last Friday?", "2026-11-27", "2026-11-28"),
        ("What was decided on Friday?", "2026-11-27", "2026-11-28"),
        ("What did we say last Monday?", "2026-11-23", "2026-11-24"),
        ("Was haben wir letzten Freitag gesagt?", "2026-11-27", "2026-11-28"),
        ("上周五说了什么？", "2026-11-27", "2026-11-28"),
        ("先週の金曜日に何を話した？", "2026-11-27", "2026-11-28"),
        ("지난주 금요일에 뭐라고 했어?", "2026-11-27", "2026-11-28"),
        ("What broke three days ago?", "2026-11-27", "2026-11-28"),
        ("Was ging vor drei Tagen kaputt?", "2026-11-27", "2026-11-28"),
        ("Qu'est-ce qui a cassé il y a trois jours ?", "2026-11-27", "2026-11-28"),
        ("三天前怎么了？", "2026-11-27", "2026-11-28"),
        ("3일 전에 무슨 일이?", "2026-11-27", "2026-11-28"),
        ("the day before yesterday", "2026-11-28", "2026-11-29"),
        ("What broke a couple of weeks ago?", "2026-11-13", "2026-11-20"),
        ("两周前说了什么？", "2026-11-13", "2026-11-20"),
        ("What changed in the last 3 days?", "2026-11-27", "2026-12-01"),
        ("最近三天有什么变化？", "2026-11-27", "2026-12-01"),
        ("What did John volunteer at last weekend?", "2026-11-28", "2026-11-30"),
    ],
)
def test_it_is_counted_from_today(question: str, first: str, after: str) -> None:
    assert told(question) == [(first, after)]


@pytest.mark.parametrize(
    ("question", "first", "after"),
    [
        ("What was said two weeks before Christmas 2023?", "2023-12-07", "2023-12-14"),
        ("Was war zwei Wochen vor Weihnachten 2023?", "2023-12-07", "2023-12-14"),
        ("2023年圣诞节前两周说了什么？", "2023-12-07", "2023-12-14"),
        ("Where was Tim in the week before 16 November 2023?", "2023-11-09", "2023-11-16"),
        ("What did John do the week before August 3, 2023 with his kids?", "2023-07-27", "2023-08-03"),
        ("What happened the weekend before April 10, 2023?", "2023-04-08", "2023-04-10"),
        ("the weekend after Saturday 5 August 2023", "2023-08-12", "2023-08-14"),
        ("the day after New Year's Eve 2023", "2024-01-01", "2024-01-02"),
        ("Who came last Christmas?", "2025-12-24", "2025-12-27"),
    ],
)
def test_it_is_counted_from_the_date_that_is_named(question: str, first: str, after: str) -> None:
    assert told(question) == [(first, after)]


def test_a_day_with_a_name_is_of_every_year() -> None:
    (christmas,) = periods("What do we eat at Christmas?", TODAY)
    assert christmas.every_year and christmas.holds(date(2021, 12, 25))
    assert not christmas.holds(date(2021, 12, 27))


@pytest.mark.parametrize(
    "question",
    [
        "What is due on Friday?",
        "on Fridays did we rest",
        "the week before the launch",
        "2023年前",
        "第三周前",
    ],
)
def test_what_looks_ahead_or_names_no_day_is_no_period_of_the_past(question: str) -> None:
    assert told(question) == []


@pytest.mark.parametrize(
    "question",
    ["999 years ago", "999 months ago", "the year after 31 December 2999", "0 days ago", "1年前の前の前"],
)
def test_the_ends_of_the_calendar_are_no_error(question: str) -> None:
    assert all(period.first < period.after for period in periods(question, TODAY))


@given(
    st.lists(
        st.sampled_from(
            [
                "the",
                "a",
                "3",
                "999",
                "weeks",
                "days",
                "month",
                "year",
                "before",
                "after",
                "ago",
                "last",
                "Friday",
                "两",
                "周",
                "前",
                "2023",
            ]
        ),
        max_size=30,
    ),
    st.dates(min_value=date(1970, 1, 1), max_value=date(2999, 12, 31)),
)
def test_any_words_have_periods_on_any_day(words: list[str], today: date) -> None:
    assert all(period.first < period.after for period in periods(" ".join(words), today))
