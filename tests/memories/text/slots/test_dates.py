"""Dates, weekdays and quarters."""

from __future__ import annotations

import pytest

from memories.text.slots.extract import slots_of


@pytest.mark.parametrize(
    "text",
    [
        "2026-07-24", "2026/7/24", "24.07.2026", "24.7.2026", "24/07/2026", "24.07.26", "07/24/2026",
        "2026-07-24T10:30:00Z", "24 July 2026", "July 24th, 2026", "the 24th of July 2026", "24 Jul 2026",
        "Friday, 24 July 2026", "am 24. Juli 2026", "le 24 juillet 2026", "el 24 de julio de 2026",
        "2026年7月24日", "二〇二六年七月二十四日",
    ],
)  # fmt: skip
def test_one_day_has_one_form_however_it_is_spelled(text: str) -> None:
    assert slots_of(f"{text} ").dates == ("2026-07-24",)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("7/8/26", "2026-07-08|2026-08-07"),
        ("on 12/18", "--12-18"),
        ("the 1st of Sept.", "--09-01"),
        ("May 5", "--05-05"),
        ("in March 2027", "2027-03"),
        ("in October", "--10"),
        ("10月15日", "--10-15"),
        ("am 3. Mai ist frei", "--05-03"),
        ("Q3 2026", "2026-q3"),
        ("the third quarter", "q3"),
        ("第三季度", "q3"),
        ("on Fridays", "w5"),
        ("dienstags", "w2"),
        ("le jeudi", "w4"),
        ("los martes", "w2"),
        ("每周三", "w3"),
        ("Donnerstagnachmittag", "w4"),
    ],
)
def test_a_part_of_a_date_says_what_it_says(text: str, date: str) -> None:
    assert slots_of(text).dates == (date,)


@pytest.mark.parametrize(
    "text", ["We may march on.", "half 1/2 cup", "24/7 support", "Jun sings.", "31.02 kg"]
)
def test_what_looks_like_a_date_is_none(text: str) -> None:
    assert slots_of(text).dates == ()
