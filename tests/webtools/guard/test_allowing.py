"""The operator's list opens what it names and nothing beside it."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from webtools.guard.allowing import AllowList, BadEntry


@pytest.mark.parametrize(
    ("entry", "host", "address", "port"),
    [
        ("127.0.0.1:8099", "127.0.0.1", "127.0.0.1", 8099),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", 1234),
        ("10.1.0.0/16", "db.example", "10.1.2.3", 443),
        ("10.1.0.0/16:8080", "db.example", "10.1.2.3", 8080),
        ("wiki.corp", "wiki.corp", "10.9.9.9", 443),
        ("Wiki.Corp:8443", "wiki.corp", "10.9.9.9", 8443),
        ("[fd00::1]:8080", "fd00::1", "fd00::1", 8080),
        ("fd00::/8", "x.example", "fd12::1", 80),
        ("localhost:8099", "localhost", "127.0.0.1", 8099),
        ("127.0.0.1:8099", "::ffff:127.0.0.1", "::ffff:127.0.0.1", 8099),
    ],
)
def test_what_is_listed_is_opened(entry: str, host: str, address: str, port: int) -> None:
    assert AllowList([entry]).opens(host, ip_address(address), port)


@pytest.mark.parametrize(
    ("entry", "host", "address", "port"),
    [
        ("127.0.0.1:8099", "127.0.0.1", "127.0.0.1", 8098),
        ("127.0.0.1:8099", "127.0.0.1", "127.0.0.2", 8099),
        ("10.1.0.0/16", "db.example", "10.2.0.1", 443),
        ("wiki.corp", "evil.wiki.corp", "10.9.9.9", 443),
        ("wiki.corp", "other.corp", "10.9.9.9", 443),
        ("wiki.corp", "wiki.corp", "169.254.169.254", 443),
        ("0.0.0.0/0", "x.example", "169.254.169.254", 80),
        ("::/0", "x.example", "fe80::1", 80),
        ("0.0.0.0/0", "x.example", "::1", 80),
        ("wiki.corp:443", "wiki.corp", "10.9.9.9", 80),
    ],
)
def test_what_is_not_listed_is_not(entry: str, host: str, address: str, port: int) -> None:
    assert not AllowList([entry]).opens(host, ip_address(address), port)


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "169.254.169.254",
        "169.254.0.0/16",
        "fe80::1",
        "a b",
        "127.0.0.1:x",
        "127.0.0.1:0",
        "0x7f.1",
        "x@y",
    ],
)
def test_an_entry_that_means_nothing_is_told(entry: str) -> None:
    with pytest.raises(BadEntry):
        AllowList([entry])


def test_there_is_an_end_to_the_list() -> None:
    with pytest.raises(BadEntry, match="At most"):
        AllowList([f"10.0.{n // 250}.{n % 250}" for n in range(201)])
