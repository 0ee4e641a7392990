"""Hosts and origins by rule, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_gateway import admission
from mcp_gateway.wire import Rejection


@pytest.fixture
def production(settings: Any) -> None:
    settings.PUBLIC_URL = "https://memory.example.com"
    settings.ALLOWED_HOSTS = ["memory.example.com", ".example.org"]


@pytest.mark.parametrize(
    "host", ["memory.example.com", "MEMORY.example.com:443", "a.example.org", "memory.example.com."]
)
def test_a_name_of_ours_is_let_in(production: None, host: str) -> None:
    admission.require_host({"host": host})


@pytest.mark.parametrize("host", ["", "localhost", "example.com", "memory.example.com@evil.example", "a b"])
def test_any_other_name_is_not(production: None, host: str) -> None:
    with pytest.raises(Rejection) as refused:
        admission.require_host({"host": host})
    assert refused.value.status == 421


@pytest.mark.parametrize("origin", ["https://memory.example.com", "https://a.example.org", ""])
def test_a_page_of_ours_is_let_in(production: None, origin: str) -> None:
    assert admission.require_origin({"origin": origin}) == origin


@pytest.mark.parametrize(
    "origin",
    [
        "http://memory.example.com",
        "http://a.example.org",
        "http://localhost:8787",
        "https://memory.example.com/path",
        "https://evil.example",
        "https://memory.example.com.evil.example",
        "null",
        "ftp://memory.example.com",
        "https://[",
    ],
)
def test_a_page_of_anybody_else_is_not(production: None, origin: str) -> None:
    with pytest.raises(Rejection) as refused:
        admission.require_origin({"origin": origin})
    assert refused.value.status == 403


def test_blanks_around_values_are_stripped_and_those_within_stay() -> None:
    assert admission.stripped([(b"a", b" x y\t"), (b"b", b"")]) == [(b"a", b"x y"), (b"b", b"")]


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_by_any_spelling_is_json(kind: str) -> None:
    admission.require_json({"content-type": kind})


@pytest.mark.parametrize("kind", ["", "text/json", "application/jsonx", "application/x-www-form-urlencoded"])
def test_anything_else_is_not(kind: str) -> None:
    with pytest.raises(Rejection) as refused:
        admission.require_json({"content-type": kind})
    assert refused.value.status == 415


def test_two_host_names_are_one_too_many() -> None:
    with pytest.raises(Rejection, match="The header Host is there more than once") as rejection:
        admission.require_single([(b"host", b"localhost"), (b"host", b"evil.example")])
    assert rejection.value.status == 400
