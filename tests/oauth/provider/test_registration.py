"""Registration: the shapes that real clients send, what is passed over, and the limits."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client as Browser
from django.utils import timezone

from oauth import limits
from oauth.models import Client, Connection, User
from oauth.services import clients
from oauth.services.clients import sweep_unused_clients
from tests.oauth.provider.conftest import App, refusal, registered

VS_CODE = {
    "client_name": "Visual Studio Code",
    "client_uri": "https://code.visualstudio.com",
    "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    "response_types": ["code"],
    "redirect_uris": [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
    ],
    "token_endpoint_auth_method": "none",
    "application_type": "native",
}
CURSOR = {
    "client_name": "Cursor",
    "redirect_uris": [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "not an address",
    ],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "none",
}
CHATGPT = {
    "client_name": "ChatGPT",
    "redirect_uris": ["https://chatgpt.com/connector_platform_oauth_redirect"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "token_endpoint_auth_method": "private_key_jwt",
    "jwks_uri": "https://chatgpt.com/.well-known/jwks.json",
    "scope": "openid email",
}
CLAUDE = {
    "client_name": "Claude",
    "redirect_uris": ["https://claude.ai/api/mcp/auth_callback"],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
    "scope": "claudeai",
    "token_endpoint_auth_method": "none",
}
INSPECTOR = {
    "client_name": "MCP Inspector",
    "client_uri": "https://github.com/modelcontextprotocol/inspector",
    "redirect_uris": ["http://localhost:6274/oauth/callback/debug"],
    "scope": "",
    "token_endpoint_auth_method": "none",
}
CODEX = {
    "client_name": None,
    "redirect_uris": ["http://127.0.0.1:1455/callback"],
    "token_endpoint_auth_method": "none",
}
SHAPES = {
    "vscode": VS_CODE,
    "cursor": CURSOR,
    "chatgpt": CHATGPT,
    "claude": CLAUDE,
    "inspector": INSPECTOR,
    "codex": CODEX,
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_shapes_of_real_clients_are_taken(db: None, shape: dict[str, Any]) -> None:
    answer = registered(Browser(), **shape)
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert told["grant_types"] == ["authorization_code", "refresh_token"]
    assert told["token_endpoint_auth_method"] == "none" and "client_secret" not in told
    assert told["redirect_uris"] == [uri for uri in shape["redirect_uris"] if " " not in uri]
    assert abs(told["client_id_issued_at"] - timezone.now().timestamp()) < 60
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_what_registered_can_connect(new_app: Any, shape: dict[str, Any]) -> None:
    app = new_app(**shape)
    for uri in Client.objects.get().redirect_uris.split():
        app.redirect_uri = uri
        assert app.connected()["refresh_token"]


def test_both_spellings_of_the_endpoint_answer(db: None) -> None:
    body = json.dumps(CLAUDE)
    for path in ("/oauth/register", "/oauth/register/"):
        assert Browser().post(path, body, content_type="application/json").status_code == 201


@pytest.mark.parametrize("method", ["client_secret_post", "client_secret_basic", None])
def test_a_client_that_wants_a_secret_gets_one_that_does_not_expire(db: None, method: str | None) -> None:
    body = {**CLAUDE, "token_endpoint_auth_method": method}
    if method is None:
        del body["token_endpoint_auth_method"]
    told = Browser().post("/oauth/register", json.dumps(body), content_type="application/json").json()
    assert told["token_endpoint_auth_method"] == method or method is None
    assert told["client_secret_expires_at"] == 0
    assert told["client_secret"] not in str(Client.objects.values().get())


@pytest.mark.parametrize(
    "uris",
    [
        [],
        None,
        "https://client.example/cb",
        [7],
        ["http://192.168.1.4:8080/cb"],
        ["http://client.example/cb"],
        ["http://10.0.0.1/cb"],
        ["http://localhost.evil.example/cb"],
        ["http://0.0.0.0:3000/cb"],
        ["javascript:alert(1)//x"],
        ["data:text/html,x"],
        ["file:///etc/passwd"],
        ["ftp://client.example/cb"],
        ["unknown-app://cb"],
        ["https://client.example/cb#part"],
        ["https://user:pass@client.example/cb"],
        ["https://*.client.example/cb"],
        ["https:///cb"],
        ["//client.example/cb"],
        ["/cb"],
        ["https://client.example/cb\nSet-Cookie: x"],
        ["https://client.example:99999/cb"],
        ["https://client.example/" + "x" * limits.MAX_REDIRECT_URI],
    ],
)
def test_a_client_that_nobody_can_be_sent_to_is_refused(db: None, uris: Any) -> None:
    assert refusal(registered(Browser(), redirect_uris=uris)) == "invalid_redirect_uri"
    assert not Client.objects.exists()


def test_an_installation_may_know_further_apps(db: None, settings: Any) -> None:
    settings.REDIRECT_SCHEMES = ["myapp"]
    assert registered(Browser(), redirect_uris=["myapp://done"]).status_code == 201


@pytest.mark.parametrize("grants", [["password"], ["client_credentials"], [7]])
def test_a_client_without_the_code_grant_is_refused(db: None, grants: list[Any]) -> None:
    assert refusal(registered(Browser(), grant_types=grants)) == "invalid_client_metadata"


@pytest.mark.parametrize("grants", [[], None, "authorization_code", ["refresh_token"]])
def test_odd_lists_of_grants_are_passed_over(db: None, grants: Any) -> None:
    assert registered(Browser(), grant_types=grants).status_code == 201


@pytest.mark.parametrize("body", ["", "nonsense", "[]", '"x"', "null", "[" * 100_000, "\ud800"])
def test_what_is_no_object_is_refused(db: None, body: str) -> None:
    raw = body.encode("utf-8", "surrogatepass")
    answer = Browser().generic("POST", "/oauth/register", raw, content_type="application/json")
    assert refusal(answer) == "invalid_client_metadata"


def test_too_much_is_refused_unread(db: None) -> None:
    answer = registered(Browser(), client_name="x" * limits.MAX_REGISTRATION_BYTES)
    assert refusal(answer) == "invalid_client_metadata"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Claude \u202eedoC\n", "Claude edoC"),
        ("x" * 500, "x" * limits.MAX_CLIENT_NAME),
        (["a"], ""),
        (7, ""),
        ("a\x00b", "a b"),
        ("智能体", "智能体"),
    ],
)
def test_a_name_is_one_line_that_reads_one_way(db: None, given: Any, kept: str) -> None:
    assert registered(Browser(), client_name=given).status_code == 201
    assert Client.objects.get().name == kept


def test_a_network_may_register_so_many_an_hour(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 2)
    assert [registered(Browser()).status_code for _ in range(2)] == [201, 201]
    answer = registered(Browser())
    assert refusal(answer, 429) == "temporarily_unavailable"
    assert answer.headers["Retry-After"] == "3600"
    assert registered(Browser(REMOTE_ADDR="192.0.2.7")).status_code == 201
    Client.objects.update(created=timezone.now() - timedelta(hours=2))
    assert registered(Browser()).status_code == 201


def test_of_several_who_register_at_once_one_gets_the_last_place(
    committed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 1)
    start, save = threading.Barrier(6), Client.save

    def save_slowly(client: Client, **options: Any) -> None:
        time.sleep(0.2)  # who has counted by now has counted none
        save(client, **options)

    monkeypatch.setattr(Client, "save", save_slowly)

    def registering(_: int) -> int:
        start.wait()
        try:
            return registered(Browser()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(registering, range(6))) == [201] + [429] * 5


def test_no_page_that_somebody_visits_uses_up_what_programs_need(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 1)
    page = Browser(HTTP_ORIGIN="https://page.example")
    assert [registered(page).status_code for _ in range(2)] == [201, 429]
    assert [registered(Browser()).status_code for _ in range(2)] == [201, 429]


def test_an_ipv6_household_counts_as_one(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 1)
    assert registered(Browser(REMOTE_ADDR="2001:db8:1:2::1")).status_code == 201
    assert registered(Browser(REMOTE_ADDR="2001:db8:1:2:ffff::9")).status_code == 429
    assert registered(Browser(REMOTE_ADDR="2001:db8:1:3::1")).status_code == 201


def test_behind_proxies_the_caller_counts_and_no_header_of_theirs(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 1)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for caller, status in (("192.0.2.1", 201), ("192.0.2.2", 201), ("192.0.2.1", 429)):
        forwarded = f"203.0.113.{status % 7}, {caller}"  # the first was sent by the caller itself
        assert registered(Browser(HTTP_X_FORWARDED_FOR=forwarded)).status_code == status


def test_without_a_proxy_the_header_is_not_believed(
    db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(clients, "REGISTRATIONS_PER_HOUR", 1)
    for caller, status in (("192.0.2.1", 201), ("192.0.2.2", 429)):
        assert registered(Browser(HTTP_X_FORWARDED_FOR=caller)).status_code == status


def test_so_many_may_wait_to_be_let_in(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "MAX_UNUSED_CLIENTS", 2)
    registered(Browser())
    assert registered(Browser()).status_code == 429
    app.connected()
    assert registered(Browser()).status_code == 201


def test_no_address_is_kept_in_the_clear(db: None) -> None:
    registered(Browser(REMOTE_ADDR="192.0.2.77"))
    assert "192.0.2.77" not in str(Client.objects.values().get())


def test_clients_that_nobody_let_in_are_swept_away_after_a_day(app: App, new_app: Any, alice: User) -> None:
    app.connected()
    new_app(), Client.objects.create(client_id="by-hand", redirect_uris="https://a.example/cb")
    Client.objects.update(created=timezone.now() - timedelta(days=2))
    fresh = new_app()
    left = set(Client.objects.values_list("client_id", flat=True))
    assert left == {app.client_id, "by-hand", fresh.client_id}
    Connection.objects.update(revoked_at=timezone.now())
    assert sweep_unused_clients() == 0  # its writes can still be undone
