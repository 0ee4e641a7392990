"""The periods that a question names."""

from __future__ import annotations

from datetime import date

import pytest

from memories.text.period import Period
from memories.text.periods import periods

TODAY = date(2026, 11, 30)  # a Monday


def one(question: str) -> tuple[str, str]:
    (period,) = periods(question, TODAY)
    assert not period.every_year
    return period.first.isoformat(), period.after.isoformat()


@pytest.mark.parametrize(
    ("question", "first", "after"),
    [
        ("What happened on 7 July 2026?", "2026-07-07", "2026-07-08"),
        ("Was geschah am 7. Juli 2026?", "2026-07-07", "2026-07-08"),
        ("2026年7月7日发生了什么？", "2026-07-07", "2026-07-08"),
        ("what changed on 2026-07-07", "2026-07-07", "2026-07-08"),
        ("What did we ship in July 2026?", "2026-07-01", "2026-08-01"),
        ("What did we ship in December 2026?", "2026-12-01", "2027-01-01"),
        ("What did we ship in 2025?", "2025-01-01", "2026-01-01"),
        ("What did we say today?", "2026-11-30", "2026-12-01"),
        ("What did we say yesterday?", "2026-11-29", "2026-11-30"),
        ("Was haben wir gestern gesagt?", "2026-11-29", "2026-11-30"),
        ("昨天说了什么？", "2026-11-29", "2026-11-30"),
        ("What broke last week?", "2026-11-23", "2026-11-30"),
        ("What broke this month?", "2026-11-01", "2026-12-01"),
        ("What broke last month?", "2026-10-01", "2026-11-01"),
        ("What broke last year?", "2025-01-01", "2026-01-01"),
    ],
)
def test_a_question_names_a_period_in_any_common_spelling(question: str, first: str, after: str) -> None:
    assert one(question) == (first, after)


@pytest.mark.parametrize(
    "question", ["", "Who is Anna?", "hoydens", "Is 10.1.2025.7 up?", "A-2025-X", "12025"]
)
def test_a_question_about_no_time_names_none(question: str) -> None:
    assert periods(question, TODAY) == []


def test_a_month_without_its_year_is_that_of_every_year() -> None:
    (june,) = periods("When did Anna go camping in June?", TODAY)
    assert june.every_year
    assert june.holds(date(2023, 6, 30)) and june.holds(date(2026, 6, 1))
    assert not june.holds(date(2026, 7, 1))


def test_a_leap_day_is_in_no_other_year() -> None:
    leap = Period(date(2000, 2, 29), date(2000, 3, 1), every_year=True)
    assert leap.holds(date(2024, 2, 29))
    assert not leap.holds(date(2026, 3, 1))


def test_december_does_not_leak_into_january() -> None:
    (december,) = periods("in December?", TODAY)
    assert december.holds(date(2026, 12, 31)) and not december.holds(date(2027, 1, 1))
