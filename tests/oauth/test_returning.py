"""Where a stranger wanted to go is kept as an address, whatever it was made of."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from oauth.returning import COOKIE, MAX_PATH, remember_path, sent_back


def _sent_back(path: str) -> str:
    kept = remember_path(HttpResponse(), path).cookies[COOKIE]
    assert kept.OutputString().isascii() and kept.OutputString().isprintable()
    request = RequestFactory().get("/")
    request.COOKIES[COOKIE] = kept.value
    return sent_back(request, otherwise="/elsewhere")["Location"]


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/memories?q=a%20b&page=2", "/memories?q=a%20b&page=2"),
        ("/things/Zoë", "/things/Zo%C3%AB"),
        ("/a\x00\x1b[31m\u2028\u202e", "/a%00%1B[31m%E2%80%A8%E2%80%AE"),
        ("/a\r\nSet-Cookie: b=c", "/a%0D%0ASet-Cookie:%20b=c"),
    ],
)
def test_it_comes_back_to_the_address(path: str, address: str) -> None:
    assert _sent_back(path) == address


def test_what_is_too_long_as_an_address_is_not_kept() -> None:
    assert COOKIE not in remember_path(HttpResponse(), "/" + "é" * (MAX_PATH // 6 + 1)).cookies
