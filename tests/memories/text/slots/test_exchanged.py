"""The same values in each other's places."""

from __future__ import annotations

import pytest

from memories.text.slots.exchanged import values_exchanged
from memories.text.slots.reading import Reading
from memories.text.slots.side_by_side import side_by_side
from memories.text.slots.swaps import are_swapped


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Buy 5 apples and 6 pears.", "Buy 6 apples and 5 pears."),
        ("Ports 80 and 443 are for reads and writes.", "Ports 443 and 80 are for reads and writes."),
    ],
)
def test_what_belongs_to_each_is_exchanged(one: str, other: str) -> None:
    assert values_exchanged(side_by_side(Reading(one), Reading(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The kids play on Tuesdays and Thursdays.", "The kids play on Thursdays and Tuesdays."),
        ("Open the ports 80 and 443 for the proxy.", "Open the ports 443 and 80 for the proxy."),
    ],
)
def test_what_and_joins_is_a_set(one: str, other: str) -> None:
    assert not values_exchanged(side_by_side(Reading(one), Reading(other)))


def test_values_in_each_other_s_places_are_swapped() -> None:
    assert are_swapped(
        side_by_side(Reading("Buy 5 apples and 6 pears."), Reading("Buy 6 apples and 5 pears."))
    )
