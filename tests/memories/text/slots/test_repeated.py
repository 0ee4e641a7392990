"""A word that both texts have elsewhere, exchanged or added in one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memories.text.slots.compare import Comparison, Relation

Judge = Callable[[str, str], Comparison]

HANDBOOK = (
    "The team has a handbook. The primary on-call answers pages. The secondary on-call is a backup. "
    "Incidents go to the channel. The primary writes the report. Reports are read on Mondays. "
    "The secondary reviews them. Alerts are sent by mail. Holidays are kept in the calendar."
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The primary on-call", "The secondary on-call"),
        ("writes the report", "reviews the report"),
        ("Alerts are sent by mail", "Primary alerts are sent by mail"),
        ("is a backup", "is not a backup"),
        ("Reports are read", "Incidents are read"),
    ],
)
def test_one_word_of_a_handbook_makes_another_handbook(close: Judge, old: str, new: str) -> None:
    assert old in HANDBOOK
    found = close(HANDBOOK, HANDBOOK.replace(old, new, 1))
    assert found.relation in {Relation.SIMILAR, Relation.CONFLICT}


def test_a_handbook_with_another_courtesy_is_the_same(close: Judge) -> None:
    other = HANDBOOK.replace("Incidents go", "Please, incidents go")
    assert close(HANDBOOK, other).relation is Relation.NEAR_DUPLICATE


def test_a_short_text_may_say_a_word_twice(close: Judge) -> None:
    found = close("Leo's dog is a Border Collie dog.", "Leo's dog is a Border Collie.")
    assert found.relation is Relation.NEAR_DUPLICATE
