"""The embedded Valkey as its clients see it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from continuum.embedded import valkey
from tests.continuum.embedded.seats import Seat


@pytest.fixture
def client(running: Seat) -> Iterator[redis.Redis]:
    with redis.Redis(unix_socket_path=str(running.home.valkey_socket), decode_responses=True) as client:
        yield client


def test_it_answers_on_its_socket(running: Seat, client: redis.Redis) -> None:
    assert valkey.answers(running.home)
    assert client.ping()


def test_it_says_no_answer_where_nothing_listens(empty: Seat) -> None:
    assert not valkey.answers(empty.home)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("port", "0"),
        ("save", ""),
        ("appendonly", "no"),
        ("maxmemory", str(64 * 1024 * 1024)),
        ("maxmemory-policy", "noeviction"),
        ("hide-user-data-from-log", "yes"),
    ],
)
def test_it_keeps_no_file_opens_no_port_and_forgets_nothing(
    client: redis.Redis, option: str, value: str
) -> None:
    assert client.config_get(option) == {option: value}


def test_its_socket_is_closed_to_others(running: Seat) -> None:
    assert (running.home.root / "run" / "valkey.sock").stat().st_mode & 0o077 == 0
