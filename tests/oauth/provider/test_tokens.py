"""The token endpoint: what a code and its proof give, and every way in which they give nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client as Browser
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from continuum.kernel.shown_once import digest_of
from oauth.models import AuthorizationCode, Client, TokenPair, User
from oauth.services.actors import admit
from tests.oauth.provider.conftest import RESOURCE, WEB_CALLBACK, App, browser_of, refusal


def opens(access: str, audience: str = RESOURCE) -> bool:
    try:
        admit(access, audience=audience)
    except Unauthorized:
        return False
    return True


def test_a_code_gives_a_pair_of_tokens(app: App) -> None:
    answer = app.exchanged(app.code())
    assert answer.status_code == 200
    told = answer.json()
    assert (told["token_type"], told["expires_in"]) == ("Bearer", 3600)
    assert told["scope"] == "memory:read memory:write"
    assert opens(told["access_token"]) and told["refresh_token"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_refresh_token_comes_without_being_asked_for(app: App) -> None:
    assert app.connected({"permissions": ["memory:read"]}, scope="memory:read")["refresh_token"]
    assert TokenPair.objects.get().refresh_expires_at > timezone.now() + timedelta(days=89)


def test_a_code_is_good_once_and_a_replay_takes_back_what_it_gave(app: App) -> None:
    code = app.code()
    given = app.exchanged(code).json()
    assert refusal(app.exchanged(code)) == "invalid_grant"
    assert not opens(given["access_token"])
    assert refusal(app.refreshed(given["refresh_token"])) == "invalid_grant"


def test_a_replay_of_a_code_reaches_what_was_refreshed_since(app: App) -> None:
    code = app.code()
    later = app.refreshed(app.exchanged(code).json()["refresh_token"]).json()
    app.exchanged(code)
    assert not opens(later["access_token"])


def test_a_code_is_over_after_a_minute(app: App) -> None:
    code = app.code()
    AuthorizationCode.objects.update(expires_at=timezone.now())
    assert refusal(app.exchanged(code)) == "invalid_grant"


@pytest.mark.parametrize("code", ["", "nonsense", "\x00", "x" * 10_000])
def test_what_is_no_code_gives_nothing(app: App, code: str) -> None:
    assert refusal(app.exchanged(code)) == "invalid_grant"


def test_a_wrong_verifier_gives_nothing_and_leaves_the_code(app: App) -> None:
    code = app.code()
    assert refusal(app.exchanged(code, code_verifier="w" * 43)) == "invalid_grant"
    assert app.exchanged(code).status_code == 200


def test_without_a_verifier_there_is_nothing(app: App) -> None:
    assert refusal(app.exchanged(app.code(), code_verifier=None)) == "invalid_request"


def test_the_challenge_itself_is_no_verifier(app: App) -> None:
    code = app.code()
    challenge = AuthorizationCode.objects.get().challenge
    assert refusal(app.exchanged(code, code_verifier=challenge)) == "invalid_grant"


@pytest.mark.parametrize("uri", ["https://client.example/other", "https://evil.example/callback", "x"])
def test_a_code_for_another_address_is_refused(app: App, uri: str) -> None:
    assert refusal(app.exchanged(app.code(), redirect_uri=uri)) == "invalid_grant"


def test_the_address_may_be_left_out_since_the_verifier_binds_the_code(app: App) -> None:
    assert app.exchanged(app.code(), redirect_uri=None).status_code == 200


def test_another_clients_code_is_refused_and_stays_good(app: App, new_app: Callable[..., App]) -> None:
    code = app.code()
    assert refusal(new_app().exchanged(code)) == "invalid_grant"
    assert app.exchanged(code).status_code == 200


def test_an_unknown_client_is_told_so_with_401(app: App) -> None:
    code = app.code()
    Client.objects.all().delete()
    assert refusal(app.exchanged(code), 401) == "invalid_client"
    assert refusal(app.refreshed("ctr_whatever"), 401) == "invalid_client"


def test_a_client_with_a_secret_must_show_it(new_app: Callable[..., App]) -> None:
    app = new_app(token_endpoint_auth_method="client_secret_post")
    code, secret = app.code(), app.secret
    app.secret = ""
    assert refusal(app.exchanged(code), 401) == "invalid_client"
    app.secret = "wrong"
    assert refusal(app.exchanged(code), 401) == "invalid_client"
    app.secret = secret
    assert app.exchanged(code).status_code == 200


def test_a_secret_may_come_by_basic_authentication(new_app: Callable[..., App]) -> None:
    app = new_app(token_endpoint_auth_method="client_secret_basic")
    code, secret = app.code(), app.secret
    app.secret = ""
    app.http = Browser(headers={"authorization": _basic(app.client_id, secret)})
    assert app.exchanged(code).status_code == 200


def _basic(name: str, secret: str) -> str:
    return "Basic " + b64encode(f"{name}:{secret}".encode()).decode()


@pytest.mark.parametrize("grant_type", ["password", "client_credentials", "nonsense", ""])
def test_other_grants_are_not_offered(app: App, grant_type: str) -> None:
    answer = app.post("/oauth/token", grant_type=grant_type, username="alice", password="x")
    assert refusal(answer) == "unsupported_grant_type"


def test_no_token_or_code_or_secret_is_in_the_database(new_app: Callable[..., App]) -> None:
    app = new_app(token_endpoint_auth_method="client_secret_post")
    code = app.code()
    first = app.exchanged(code).json()
    second = app.refreshed(first["refresh_token"]).json()
    shown = [
        code,
        app.secret,
        *(each[f"{kind}_token"] for each in (first, second) for kind in ("access", "refresh")),
    ]
    kept = repr([list(model.objects.values()) for model in (Client, AuthorizationCode, TokenPair)])
    assert not [secret for secret in shown if secret in kept or secret.encode().hex() in kept]
    assert digest_of(first["access_token"]) in kept


def test_a_revoked_connections_code_gives_nothing(app: App, alice: User) -> None:
    code = app.code()
    alice.connections.update(revoked_at=timezone.now())
    assert refusal(app.exchanged(code)) == "invalid_grant"


def test_a_closed_accounts_code_gives_nothing(app: App, alice: User) -> None:
    code = app.code()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert refusal(app.exchanged(code)) == "invalid_grant"


def test_get_is_405(app: App) -> None:
    for path in ("/oauth/token", "/oauth/revoke", "/oauth/register"):
        answer = app.http.get(path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST, OPTIONS")


def test_two_people_of_one_client_have_their_own(app: App, bob: User) -> None:
    mine = app.connected()
    his = App(browser_of(bob), app.client_id, redirect_uri=WEB_CALLBACK).connected()
    people = {admit(each["access_token"], audience=RESOURCE).actor.user_id for each in (mine, his)}
    assert bob.pk in people and len(people) == 2
