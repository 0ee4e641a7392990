"""A thread's connection between two calls: kept while it is as it was, given back otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from continuum.kernel.errors import NotFound
from mcp_gateway import held
from mcp_gateway.held import Seat
from oauth.models import User


@pytest.fixture
def seat(committed: None) -> Iterator[Seat]:
    made = Seat()
    yield made
    made.give_back()


def people() -> int:
    return User.objects.count()


def test_two_calls_share_one_connection(seat: Seat) -> None:
    seat.run(people)
    first = connection.connection
    seat.run(people)
    assert first is not None and connection.connection is first


def test_after_an_error_it_goes_back(seat: Seat) -> None:
    def refused() -> None:
        people()
        raise NotFound("No.")

    with pytest.raises(NotFound):
        seat.run(refused)
    assert not seat.is_held


def test_one_with_an_open_transaction_goes_back(seat: Seat) -> None:
    seat.run(lambda: connection.cursor().execute("BEGIN"))
    assert not seat.is_held


def test_one_that_was_idle_is_tried_before_it_is_used(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    seat.run(people)
    connection.connection.close()  # as a database that was started anew leaves it
    with pytest.raises(OperationalError):
        seat.run(people)
    seat.run(people)
    connection.connection.close()
    monkeypatch.setattr(held, "HELD_IDLE_SECONDS", 0.0)
    assert seat.run(people) == 0


def test_nobody_holds_one_for_ever(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "HELD_AT_MOST_SECONDS", 0.0)
    seat.run(people)
    assert not seat.is_held


def test_what_is_in_use_is_left_alone(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "_SEATS", [seat])
    monkeypatch.setattr(held, "HELD_IDLE_SECONDS", 0.0)
    seat.run(lambda: (people(), held.give_back_idle(), people()))
    assert held.anything_held()
    held.give_back_idle()
    assert not held.anything_held()
