"""The cache of all processes, and what happens while it is away."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import ConnectionError as CacheLost

from continuum import shared_cache
from continuum.shared_cache import SharedCache
from oauth.models import User
from oauth.services.people import settle_in
from tests.listening import free_port

PASSWORD = "a long enough phrase"


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[SharedCache]:
    """A cache at whose address nobody listens."""
    monkeypatch.setattr(shared_cache, "_OUTAGE", shared_cache._Outage())
    nowhere = SharedCache(f"redis://127.0.0.1:{free_port()}/0", {"KEY_PREFIX": "tests"})
    yield nowhere
    nowhere._own.clear()


def test_while_it_is_away_a_process_counts_alone(away: SharedCache) -> None:
    assert away.get("a") is None and away.add("a", 1) and not away.add("a", 1)
    assert away.incr("a", 2) == 3 and away.get_many(["a", "b"]) == {"a": 3}
    away.set("b", [1], 60)
    assert away.has_key("b") and away.delete("b") and away.get("b", "gone") == "gone"


def test_one_that_fails_is_left_alone_for_a_while_and_asked_again(
    away: SharedCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that hangs costs each question its time-out: a page asks several."""
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            away.get("a")
    assert caplog.text.count("this process counts alone") == 1 and "127.0.0.1" not in caplog.text
    monkeypatch.setattr(shared_cache._OUTAGE, "until", 0.0)
    away.get("a")
    assert caplog.text.count("this process counts alone") == 2


@pytest.fixture
def lost(services: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of this installation fails in whatever it is asked."""

    def fails(*_: Any, **__: Any) -> Any:
        raise CacheLost("no route to 10.0.0.7")

    monkeypatch.setattr(shared_cache, "_OUTAGE", shared_cache._Outage())
    monkeypatch.setattr(shared_cache.RedisCache, "_cache", property(fails))
    cache._own.clear()


def test_people_sign_in_while_it_is_away_and_wrong_passwords_are_counted(lost: None, db: None) -> None:
    person = User.objects.create_user("dora", email="dora@example.test", password=PASSWORD)
    settle_in(person)
    form = {"login": "dora", "password": PASSWORD}
    assert Client().post("/sign-in", form).status_code == 302
    wrong = [Client().post("/sign-in", {**form, "password": "wrong"}).status_code for _ in range(7)]
    assert wrong[:5] == [200] * 5 and wrong[-1] == 429


@pytest.mark.parametrize("path", ["/graph", "/activity", "/backups", "/timeline"])
def test_pages_are_made_while_it_is_away(lost: None, alice: User, path: str) -> None:
    browser = Client()
    browser.force_login(alice)
    assert browser.get(path).status_code == 200
