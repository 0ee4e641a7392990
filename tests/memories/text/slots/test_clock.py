"""Times of day."""

from __future__ import annotations

import pytest

from memories.text.slots.extract import slots_of


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("at 9:30 am", "09:30"),
        ("at 15:30", "15:30"),
        ("3 pm", "15:00"),
        ("10am", "10:00"),
        ("12 am", "00:00"),
        ("12pm", "12:00"),
        ("at noon", "12:00"),
        ("8 in the evening", "20:00"),
        ("um 18 Uhr", "18:00"),
        ("halb neun", "08:30|20:30"),
        ("half past two", "02:30|14:30"),
        ("at quarter past two", "02:15|14:15"),
        ("at a quarter past two", "02:15|14:15"),
        ("a quarter to nine", "08:45|20:45"),
        ("Viertel nach acht ist die Besprechung", "08:15|20:15"),
        ("at four o'clock", "04:00|16:00"),
        ("on Saturdays at 9", "09:00|21:00"),
        ("à 18h30", "18:30"),
        ("chaque lundi à 10 heures", "10:00"),
        ("a las 9 de la noche", "21:00"),
        ("下午三点", "15:00"),
        ("早上八点半", "08:30"),
    ],
)
def test_a_time_has_one_form_however_it_is_spelled(text: str, time: str) -> None:
    assert slots_of(text).times == (time,)


@pytest.mark.parametrize("text", ["at 9 sites", "10 hours", "la batterie dure 10 heures", "有一点累", "3:1"])
def test_a_number_alone_is_no_time(text: str) -> None:
    assert slots_of(text).times == ()
