"""Addresses that can be read in two ways are refused; the others have one spelling."""

from __future__ import annotations

import pytest

from webtools.errors import BadAddress
from webtools.guard.urls import BAD_PORTS, joined, read_host, read_url

ODD_NUMBERS = [
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://127.0.0.%31/",
    "http://0251.254.169.254/",
    "http://127.0.0.1.1/",
    "http://0x7f.0.0.1/",
    "http://127.0.1/",
    "http://017700000001/",
    "http://127.0.0.01/",
    "http://256.0.0.1/",
    "http://1.2.3.4.0x5/",
    "http://４２９４９６７２９５/",
    "http://0x/",
    "http://127.0.0.0x1/",
]


@pytest.mark.parametrize("url", ODD_NUMBERS)
def test_odd_spellings_of_ip_addresses_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        read_url(url)


TRICKS = [
    "http://example.com:pass@169.254.169.254/latest/",
    "http://example.com:80@10.0.0.5/",
    "http://127.0.0.1:6666\\@1.1.1.1/",
    "http://1.1.1.1\\@127.0.0.1/",
    "http://127.0.0.1\t/",
    "http://exa\nmple.com@127.0.0.1/",
    "http://user:pw@localhost/",
    "http://localhoste\\@localhost/",
    "http:127.0.0.1",
    "http:///127.0.0.1/",
    "http://[::ffff:127.0.0.1]@127.0.0.1/",
    "http:/\\example.com/",
    "http://\\example.com/",
    "https:example.com",
    "http:////example.com",
    "http://@example.com/",
    "http://example.com\x00.evil.test/",
    "http://exa mple.com/",
    "http://example.com:80:80/",
    "http://example.com:0/",
    "http://example.com:99999/",
    "http://example.com:８0/",
    "http://example.com:-1/",
    "http://[::1/",
    "http://[fe80::1%25eth0]/",
    "http://[::1]x/",
    "http://[127.0.0.1]/",
    "http://",
    "http://:80/",
    "http://.example.com/",
    "http://example..com/",
    "http://-a.example.com:80/",
    "http://%65xample.com/",
    "http://example.com\u2028/",
    "http://a_b-.example.com/",
    "",
    "   ",
    "x" * 5_000,
]


@pytest.mark.parametrize("url", TRICKS)
def test_what_parsers_read_differently_is_refused(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_url(url)
    assert "pass" not in refused.value.message or "password" in refused.value.message


SCHEMES = [
    "file:///etc/passwd",
    "file://localhost/etc/hosts",
    "view-source:file:///etc/passwd",
    "data:text/html,<h1>x</h1>",
    "ftp://example.com/",
    "gopher://127.0.0.1:6379/_INFO",
    "chrome://version",
    "javascript:alert(1)",
    "ws://127.0.0.1/",
    "FILE:///etc/passwd",
    " file:///etc/passwd",
    "about:blank",
    "blob:https://example.com/1",
    "wss://example.com/",
    "dict://127.0.0.1:11211/stat",
    "ldap://127.0.0.1/",
    "jar:http://example.com!/",
    "netdoc:///etc/passwd",
    "sftp://example.com/",
    "tftp://example.com/",
    "unix:/var/run/docker.sock",
    "localhost:8000",
    "mailto:a@example.com",
]


@pytest.mark.parametrize("url", SCHEMES)
def test_only_http_and_https_are_read(url: str) -> None:
    with pytest.raises(BadAddress):
        read_url(url)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://example.com/#@127.0.0.1", "example.com"),
        ("http://example.com/?u=http://127.0.0.1/", "example.com"),
        ("http://127.0.0.1#@example.com/", "127.0.0.1"),
        ("HTTP://LOCALHOST/", "localhost"),
        ("http://127。0。0。1/", "127.0.0.1"),
        ("http://１２７.０.０.１/", "127.0.0.1"),
        ("http://127.0.0.1./", "127.0.0.1"),
        ("http://example.com?@127.0.0.1/", "example.com"),
        ("http://EXAMPLE.com./", "example.com"),
        ("http://ⓔxample.com/", "example.com"),
        ("http://[2606:4700:0:0::1111]/", "2606:4700::1111"),
        ("http://[0:0:0:0:0:0:0:1]/", "::1"),
        ("https://bücher.example/", "xn--bcher-kva.example"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        ("http://a_b.example.com/", "a_b.example.com"),
        ("http://exam\u200bple.com/", "example.com"),
    ],
)
def test_the_host_is_the_one_that_is_dialled(url: str, host: str) -> None:
    assert read_url(url).host == host


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("example.com", "https://example.com/"),
        ("example.com:8080/x", "https://example.com:8080/x"),
        ("http://example.com:80", "http://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("http://example.com/a b", "http://example.com/a%20b"),
        ("http://example.com/ä?ö=ü#é", "http://example.com/%C3%A4?%C3%B6=%C3%BC#%C3%A9"),
        ("http://example.com/a%20b", "http://example.com/a%20b"),
        ("  https://example.com/x  ", "https://example.com/x"),
        ("http://[2606:4700::1111]:8080/", "http://[2606:4700::1111]:8080/"),
        ("http://example.com/?a[]=1&b=c|d", "http://example.com/?a[]=1&b=c|d"),
    ],
)
def test_an_address_has_one_spelling(url: str, written: str) -> None:
    assert read_url(url).url == written
    assert read_url(written).url == written


@pytest.mark.parametrize("port", sorted(BAD_PORTS)[::7])
def test_ports_without_web_servers_are_refused(port: int) -> None:
    with pytest.raises(BadAddress, match="port"):
        read_url(f"http://example.com:{port}/")


@pytest.mark.parametrize(
    ("location", "leads_to"),
    [
        ("/b", "http://example.com/b"),
        ("c d", "http://example.com/x/c%20d"),
        ("//other.example/y", "http://other.example/y"),
        ("?q", "http://example.com/x/y?q"),
    ],
)
def test_a_redirect_is_read_like_any_address(location: str, leads_to: str) -> None:
    assert joined("http://example.com/x/y", location).url == leads_to


@pytest.mark.parametrize("location", ["file:///etc/passwd", "//a@127.0.0.1/", "http:\\\\127.0.0.1\\"])
def test_a_redirect_is_refused_like_any_address(location: str) -> None:
    with pytest.raises(BadAddress):
        joined("http://example.com/x/y", location)


def test_hosts_of_253_letters_are_names_and_longer_ones_are_not() -> None:
    name = ".".join(["a" * 61] * 4)
    assert read_host(name + ".abcd") == name + ".abcd"
    with pytest.raises(BadAddress):
        read_host(name + ".abcdef.gh")
