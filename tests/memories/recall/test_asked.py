"""What a question names: people, and a time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memories.recall.asked import TOLD_WITHIN_DAYS, Asked

NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)


def asked(question: str, zone: str = "UTC") -> Asked:
    return Asked.of(question, now=NOW, zone=zone)


def told(*when: int) -> float:
    return datetime(*when, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("speaker", ["Anna", "Anna Lee", "anna"])
def test_it_names_whoever_bears_a_name_in_it(speaker: str) -> None:
    assert asked("What did Anna buy?").names(speaker)
    assert not asked("What did Annabel buy?").names(speaker)


def test_nobody_is_named_by_nothing() -> None:
    assert not asked("What did Anna buy?").names("")
    assert not Asked().names("Anna")


def test_it_is_about_what_was_told_on_the_day_or_soon_after() -> None:
    question = asked("What happened on 7 July 2026?")
    days = [question.is_about(told(2026, 7, 7 + days)) for days in range(TOLD_WITHIN_DAYS + 2)]
    assert days == [True] * (TOLD_WITHIN_DAYS + 1) + [False]
    assert not question.is_about(told(2026, 7, 6))


def test_today_is_the_readers() -> None:
    in_the_morning = told(2026, 11, 30, 10)
    assert asked("What did we do today?", "UTC").is_about(in_the_morning)
    assert not asked("What did we do today?", "Asia/Tokyo").is_about(in_the_morning)  # 1 December there


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
@pytest.mark.parametrize("when", [(1, 1, 1), (9999, 12, 31, 23)])
def test_the_ends_of_the_calendar_are_days_like_any_other(when: tuple[int, ...], zone: str) -> None:
    assert not asked("What happened on 7 July 2026, and in June?", zone).is_about(told(*when))


def test_without_a_time_it_is_about_none() -> None:
    assert not asked("What did Anna buy?").is_about(told(2026, 7, 7))
    assert not asked("What did we do yesterday?").is_about(None)
