"""Where a code may go: any port of this machine, letter by letter elsewhere (case OA-03)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oauth.models import AuthorizationCode
from tests.oauth.provider.conftest import App, refusal, told


@pytest.mark.parametrize(
    ("registered", "asked"),
    [
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1:51000/cb"),
        ("http://127.0.0.1/cb", "http://127.0.0.1:51000/cb"),
        ("http://localhost:3118/callback", "http://localhost:40000/callback"),
        ("http://localhost/callback", "http://localhost:40000/callback"),
        ("http://[::1]:3334/cb", "http://[::1]:51000/cb"),
        ("http://127.0.0.1/", "http://127.0.0.1:33418/"),
        ("https://client.example/cb?a=1", "https://client.example/cb?a=1"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp/oauth/callback"),
        ("com.example.app:/oauth", "com.example.app:/oauth"),
    ],
)
def test_the_same_address_is_met_on_any_port_of_this_machine(
    new_app: Callable[..., App], registered: str, asked: str
) -> None:
    app = new_app(redirect_uris=[registered])
    app.redirect_uri = asked
    answer = app.decided()
    assert answer.headers["Location"].startswith(asked)
    assert app.exchanged(told(answer)["code"]).status_code == 200


@pytest.mark.parametrize(
    ("registered", "asked"),
    [
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1:51000/other"),
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1:51000/cb/"),
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1:51000/cb?x=1"),
        ("http://127.0.0.1:3334/cb", "http://localhost:51000/cb"),
        ("http://127.0.0.1:3334/cb", "https://127.0.0.1:3334/cb"),
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1.evil.example:3334/cb"),
        ("http://127.0.0.1:3334/cb", "http://127.0.0.1@evil.example/cb"),
        ("http://localhost:3334/cb", "http://localhost.evil.example/cb"),
        ("https://client.example/cb", "https://client.example/cb/"),
        ("https://client.example/cb", "https://client.example/cb/more"),
        ("https://client.example/cb", "https://client.example/cb?next=evil"),
        ("https://client.example/cb", "https://client.example/cb?"),
        ("https://client.example/cb", "https://client.example/cb#part"),
        ("https://client.example/cb", "https://client.example:8443/cb"),
        ("https://client.example/cb", "https://sub.client.example/cb"),
        ("https://client.example/cb", "https://client.example.evil.example/cb"),
        ("https://client.example/cb", "https://user@client.example/cb"),
        ("https://client.example/cb", "http://client.example/cb"),
        ("https://client.example/cb", "https://client.example/../cb"),
        ("https://client.example/cb", "https://client.example/cb;a=1"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", "cursor://evil/oauth/callback"),
        ("cursor://anysphere.cursor-mcp/oauth/callback", "vscode://anysphere.cursor-mcp/oauth/callback"),
    ],
)
def test_a_changed_address_is_never_sent_to(new_app: Callable[..., App], registered: str, asked: str) -> None:
    app = new_app(redirect_uris=[registered])
    app.redirect_uri = asked
    for answer in (app.opened(), app.decided(), app.decided({"decision": "deny"})):
        assert answer.status_code == 400 and "Location" not in answer.headers
    assert not AuthorizationCode.objects.exists()


def test_any_of_several_registered_addresses_is_met(new_app: Callable[..., App]) -> None:
    several = [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
    ]
    app = new_app(redirect_uris=several)
    for uri in several:
        app.redirect_uri = uri
        assert app.decided().headers["Location"].startswith(uri)


def test_the_only_address_need_not_be_named_and_one_of_several_must(new_app: Callable[..., App]) -> None:
    one, two = new_app(), new_app(redirect_uris=["https://a.example/cb", "https://b.example/cb"])
    code = told(one.decided(redirect_uri=None))["code"]
    assert one.exchanged(code).status_code == 200
    assert two.opened(redirect_uri=None).status_code == 400


def test_a_port_at_sign_in_is_the_port_at_the_exchange(new_app: Callable[..., App]) -> None:
    app = new_app(redirect_uris=["http://127.0.0.1:3334/cb"])
    code = app.code(redirect_uri="http://127.0.0.1:51000/cb")
    assert refusal(app.exchanged(code, redirect_uri="http://127.0.0.1:51001/cb")) == "invalid_grant"
    assert app.exchanged(code, redirect_uri="http://127.0.0.1:51000/cb").status_code == 200
