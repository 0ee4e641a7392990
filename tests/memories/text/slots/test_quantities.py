"""Numbers and their units."""

from __future__ import annotations

import pytest

from memories.text.slots.extract import slots_of


@pytest.mark.parametrize(
    "texts",
    [
        (
            "Rent is 1,200 euro.",
            "Rent is €1200.",
            "Die Miete beträgt 1.200 Euro",
            "loyer de 1 200 euros",
            "1.2k EUR",
        ),
        ("90 minutes", "1.5 hours", "anderthalb sind 90 Minuten"),
        ("1 Gbps", "1000 Mbps"),
        ("2 TB", "2TB"),
        ("15 percent", "15%", "15 Prozent"),
        ("twelve chairs", "12 chairs", "zwölf Stühle und der Tisch", "十二张桌子"),
        ("fünfundzwanzig Leute und ich", "25 people", "twenty-five people", "veinticinco mesas en la casa"),
        ("quatre-vingt-dix chaises dans la salle", "90 chairs"),
        ("two hundred and fifty", "250", "二百五十个"),
        ("2.5 million", "2500000"),
        ("twice", "2 times", "2x"),
        ("an hour", "60 minutes", "une heure de la vie", "一小时"),
    ],
)
def test_one_amount_has_one_form_however_it_is_written(texts: tuple[str, ...]) -> None:
    assert len({slots_of(text).numbers for text in texts}) == 1
    assert slots_of(texts[0]).numbers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Python 3.1", "Python 3.10"),
        ("5 kg", "5 lb"),
        ("300 MB", "300 GB"),
        ("3 hours", "3 days"),
        ("five six", "11"),
    ],
)
def test_other_amounts_have_other_forms(one: str, other: str) -> None:
    assert slots_of(one).numbers != slots_of(other).numbers


@pytest.mark.parametrize(
    ("text", "every"),
    [
        ("daily", "86400 s"),
        ("three times a week", "604800 s"),
        ("per month", "1 month"),
        ("$39/month", "1 month"),
        ("pro Jahr", "12 month"),
        ("every night", "night"),
        ("every two days", "172800 s"),
        ("every other week", "1209600 s"),
        ("the 5th of the month", "1 month"),
    ],
)
def test_how_often_is_a_value_of_its_own(text: str, every: str) -> None:
    assert slots_of(text).frequencies == (every,)


@pytest.mark.parametrize("text", ["one of them", "a dog", "我养了一只猫"])
def test_an_article_counts_nothing(text: str) -> None:
    assert slots_of(text).numbers == ()
