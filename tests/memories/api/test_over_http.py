"""The API over a real socket, where bodies come in chunks and answers are made on other threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from oauth.models import User


@pytest.fixture
def http(alice: User, server_url: str, script_of: Callable) -> Iterator[httpx.Client]:
    bearer = script_of(alice).bearer
    with httpx.Client(
        base_url=f"{server_url}/api/v1", headers={"Authorization": f"Bearer {bearer}"}
    ) as client:
        yield client


def test_a_body_in_chunks_is_read_like_any_other(http: httpx.Client) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"content": "came in '
        yield b'chunks", "name": "chunks"}'

    answer = http.post("/memories", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 201
    assert http.get("/memories/chunks").json()["content"] == "came in chunks"


def test_many_at_once_each_see_their_own(http: httpx.Client, charlie: User, script_of: Callable) -> None:
    http.post("/memories", json={"content": "Of alice.", "name": "mine"})
    stranger = {"Authorization": f"Bearer {script_of(charlie).bearer}"}

    def seen(number: int) -> tuple[bool, int]:
        own = number % 2 == 0
        answer = http.get("/memories/mine", headers={} if own else stranger)
        return own, answer.status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(seen, range(40))) == {(True, 200), (False, 404)}


def test_a_page_and_its_style_are_served(http: httpx.Client, server_url: str) -> None:
    page = httpx.get(f"{server_url}/sign-in")
    style = httpx.get(f"{server_url}/static/continuum.css")
    assert page.status_code == style.status_code == 200
    assert style.headers["Content-Type"].startswith("text/css")
