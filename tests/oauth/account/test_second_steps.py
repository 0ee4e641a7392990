"""Apps, recovery codes, and saying once more who is there."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from continuum.kernel.errors import ConfigurationProblem
from oauth.account import confirming
from oauth.models import User
from oauth.services.sign_in import issue_sign_in_link
from tests.oauth.account.conftest import PASSWORD, app_code, tried

Adding = Callable[[User], str]


def confirmed(client: Client) -> None:
    """Alice says by her password that it is she."""
    assert client.post("/account/confirm", {"password": PASSWORD}).status_code == 302


def test_a_password_alone_is_not_enough_where_there_is_an_app(
    client: Client, known: User, with_app: Adding
) -> None:
    secret = with_app(known)
    assert tried(client, "alice", data={"next": "/account"}).url == "/sign-in/second-step"
    assert client.get("/").status_code == 302
    assert client.post("/sign-in/second-step", {"code": app_code(secret)}).url == "/account"
    assert client.get("/").status_code == 200


def test_a_code_of_an_app_works_once(known: User, with_app: Adding) -> None:
    code = app_code(with_app(known))
    for browser, allowed in ((Client(), True), (Client(), False)):
        tried(browser, "alice")
        browser.post("/sign-in/second-step", {"code": code})
        assert (browser.get("/").status_code == 200) is allowed


@pytest.mark.parametrize("ago", [120, -120])
def test_a_code_of_another_time_is_none(client: Client, known: User, with_app: Adding, ago: int) -> None:
    secret = with_app(known)
    tried(client, "alice")
    assert (
        client.post("/sign-in/second-step", {"code": app_code(secret, at=time.time() - ago)}).status_code
        == 200
    )
    assert client.get("/").status_code == 302


def test_a_recovery_code_works_in_its_place_and_once(known: User, with_app: Adding) -> None:
    with_app(known)
    codes = Authenticator.objects.get(user=known, type="recovery_codes").wrap().get_unused_codes()
    for browser, allowed in ((Client(), True), (Client(), False)):
        tried(browser, "alice")
        browser.post("/sign-in/second-step", {"code": codes[0]})
        assert (browser.get("/").status_code == 200) is allowed


def test_the_second_step_alone_opens_nothing(client: Client, known: User, with_app: Adding) -> None:
    secret = with_app(known)
    assert client.post("/sign-in/second-step", {"code": app_code(secret)}).url == "/sign-in"
    assert client.get("/").status_code == 302


def test_secrets_of_apps_are_not_kept_in_the_clear(known: User, with_app: Adding) -> None:
    secret = with_app(known)
    kept = Authenticator.objects.get(user=known, type="totp").data["secret"]
    assert secret not in kept and len(kept) > len(secret)


def test_another_signing_key_is_told_of_not_guessed_at(known: User, with_app: Adding, settings) -> None:
    with_app(known)
    settings.SECRET_KEY = "another one"
    with pytest.raises(ConfigurationProblem, match="CONTINUUM_SECRET_KEY"):
        Authenticator.objects.get(user=known, type="totp").wrap().validate_code("123456")


def test_an_app_is_added_and_removed_on_the_account(client: Client, known: User) -> None:
    tried(client, "alice")
    confirmed(client)
    secret = re.search(r'id="authenticator_secret"[^>]*>([A-Z2-7]+)<', client.get("/account/app").text)
    assert client.post("/account/app", {"code": "000"}).status_code == 200
    assert client.post("/account/app", {"code": app_code(secret[1])}).url == "/account/codes"
    assert "asked for after the password" in client.get("/account").text
    assert client.post("/account/app/remove").url == "/account/second-step"
    assert not Authenticator.objects.filter(user=known).exists()


DELICATE = ["/account/app", "/account/passkeys/new", "/account/codes/new", "/account/close"]


@pytest.mark.parametrize("path", DELICATE)
def test_what_is_delicate_asks_once_more(client: Client, known: User, path: str) -> None:
    tried(client, "alice")
    assert client.get(path).url == f"/account/confirm?next={path.replace('/', '%2F')}"
    assert client.post(f"/account/confirm?next={path}", {"password": "wrong"}).status_code == 200
    assert client.post("/account/confirm", {"password": PASSWORD, "next": path}).url == path
    assert client.get(path).status_code in {200, 403}


@pytest.mark.parametrize("path", [*DELICATE, "/account/password/new"])
def test_who_has_no_password_is_asked_for_a_link(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    asked = client.get(path).url
    assert asked == f"/account/confirm/link?next={path.replace('/', '%2F')}"
    assert "manage.py sign_in_link" in client.get(asked).text
    assert client.post(f"/sign-in/link/{issue_sign_in_link(alice)}").url == path
    assert client.get(path).status_code in {200, 403}


def test_the_link_counts_for_ten_minutes(client: Client, alice: User, monkeypatch) -> None:
    client.post(f"/sign-in/link/{issue_sign_in_link(alice)}")
    assert client.get("/account/app").status_code == 200
    later = time.time() + 601
    monkeypatch.setattr(confirming.time, "time", lambda: later)
    assert client.get("/account/app").status_code == 302


def test_a_link_of_before_signing_out_counts_no_more(client: Client, known: User) -> None:
    client.post(f"/sign-in/link/{issue_sign_in_link(known)}")
    client.post("/sign-out")
    tried(client, "alice")
    assert client.get("/account/app").status_code == 302


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_confirming_leads_back_only_to_our_own_pages(client: Client, alice: User, elsewhere: str) -> None:
    client.force_login(alice)
    client.get("/account/confirm/link", {"next": elsewhere})
    assert client.post(f"/sign-in/link/{issue_sign_in_link(alice)}").url == "/"


def test_a_new_password_ends_the_sessions_elsewhere(client: Client, known: User) -> None:
    other = Client()
    tried(other, "alice")
    tried(client, "alice")
    sent = {"oldpassword": PASSWORD, "password1": "another good word", "password2": "another good word"}
    assert client.post("/account/password", sent).url == "/account"
    assert client.get("/").status_code == 200 and other.get("/").status_code == 302


def test_signing_out_everywhere_else(client: Client, known: User) -> None:
    other = Client()
    tried(other, "alice", headers={"User-Agent": "An old phone"})
    tried(client, "alice")
    assert "An old phone" in client.get("/account/sessions").text
    client.post("/account/sessions")
    assert client.get("/").status_code == 200 and other.get("/").status_code == 302
    assert "An old phone" not in client.get("/account/sessions").text


@pytest.mark.parametrize(
    "path", ["/account", "/account/sessions", "/account/passkeys", "/account/codes", *DELICATE]
)
def test_a_stranger_signs_in_first(client: Client, db: None, path: str) -> None:
    assert (
        client.get(path).url.startswith("/sign-in?next=%2Faccount") or "next=/account" in client.get(path).url
    )
