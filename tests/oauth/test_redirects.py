"""Which addresses may be registered, and what the consent page says that they lead to."""

from __future__ import annotations

import pytest

from oauth.redirects import Kind, form_sources, is_acceptable, place_of


@pytest.mark.parametrize(
    ("uri", "kind", "name"),
    [
        ("https://client.example/cb", Kind.WEB, "client.example"),
        ("https://client.example:8443/cb", Kind.WEB, "client.example:8443"),
        ("https://192.168.0.1/cb", Kind.WEB, "192.168.0.1"),
        ("https://localhost/cb", Kind.LOOPBACK, "localhost"),
        ("http://localhost:3118/callback", Kind.LOOPBACK, "localhost:3118"),
        ("http://[::1]:3118/callback", Kind.LOOPBACK, "[::1]:3118"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", Kind.APP, "cursor:"),
        ("com.example.app:/oauth", Kind.APP, "com.example.app:"),
    ],
)
def test_an_address_leads_to_a_site_to_this_machine_or_to_an_app(uri: str, kind: Kind, name: str) -> None:
    assert is_acceptable(uri)
    assert (place_of(uri).kind, place_of(uri).name) == (kind, name)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "nothing",
        "https://",
        "http://client.example/cb",
        "HTTPS://client.example/cb",
        "https://client.example/c b",
        "https://client.example/cb;sandbox",
        "https://client.example/a,b",
        "https://clïent.example/cb",
        "https://client.example/cb\x7f",
        "https://[::1/cb",
        "cursor:",
        "cursor:///",
        "about:blank",
        "blob:https://client.example/x",
        "intent://x",
        "ws://localhost/cb",
    ],
)
def test_nobody_is_sent_to_these(uri: str) -> None:
    assert not is_acceptable(uri)


def test_a_policy_holds_no_more_than_one_rule_whatever_the_address() -> None:
    for uri in ("https://client.example/cb", "cursor://a/b", "http://[::1]:3118/cb", "com.example.app:/x"):
        assert not any(set(source) & set("; ,\n") for source in form_sources(uri))
