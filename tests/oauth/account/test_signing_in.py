"""Names, passwords, codes by mail, and where they lead."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from memories.services.workspaces import open_workspaces
from oauth.models import User
from tests.oauth.account.conftest import PASSWORD, mailed_code, tried

SESSION = "continuum_session"


def test_a_password_opens_a_session_and_the_first_one_a_workspace(client: Client, db: None) -> None:
    newcomer = User.objects.create_user("newcomer", password=PASSWORD)
    answer = tried(client, "newcomer")
    assert (answer.status_code, answer.url) == (302, "/")
    assert list(open_workspaces(newcomer.pk)) == ["default"]


def test_the_address_does_as_well_as_the_name(client: Client, known: User) -> None:
    assert tried(client, "Alice@example.test").url == "/"


@pytest.mark.parametrize(
    ("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("", ""), ("\x00", "x")]
)
def test_a_wrong_password_opens_nothing(client: Client, known: User, name: str, password: str) -> None:
    answer = tried(client, name, password)
    assert answer.status_code == 200 and SESSION not in answer.cookies


def test_a_closed_account_is_told_so_only_with_the_right_password(client: Client, known: User) -> None:
    User.objects.filter(pk=known.pk).update(is_active=False)
    assert tried(client, "alice").url == "/sign-in/closed"
    assert tried(client, "alice", "wrong").status_code == 200
    assert client.get("/").status_code == 302


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example",
        "http://localhost:1/x",
        "/\\evil.example",
        "javascript:alert(1)",
    ],
)
def test_sign_in_leads_back_only_to_our_own_pages(client: Client, known: User, elsewhere: str) -> None:
    assert tried(client, "alice", data={"next": elsewhere}).url == "/"


def test_signing_out_needs_a_button(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/sign-out").status_code == 200
    assert client.get("/").status_code == 200
    assert client.post("/sign-out").url == "/sign-in"
    assert client.get("/").status_code == 302


def test_the_admin_has_no_way_in_of_its_own(client: Client, known: User) -> None:
    answer = client.post("/admin/login/", {"username": "alice", "password": PASSWORD})
    assert answer.url.startswith("/sign-in?next=")


def test_a_code_by_mail_signs_in_and_leads_on(client: Client, known: User, with_mail: None) -> None:
    assert "Send me a code" in client.get("/sign-in").text
    answer = client.post("/sign-in/code?next=/account", {"email": known.email, "next": "/account"})
    assert answer.url == "/sign-in/code/confirm?next=%2Faccount"
    wrong = client.post(answer.url, {"code": "000000", "next": "/account"})
    assert wrong.status_code == 200 and client.get("/account").status_code == 302
    assert client.post(answer.url, {"code": mailed_code(), "next": "/account"}).url == "/account"
    assert client.get("/account").status_code == 200


def test_a_code_for_nobody_looks_the_same_and_sends_nothing(
    client: Client, db: None, with_mail: None
) -> None:
    answer = client.post("/sign-in/code", {"email": "nobody@example.test"})
    assert answer.url == "/sign-in/code/confirm" and mail.outbox == []


def test_a_forgotten_password_is_mended_by_mail(client: Client, known: User, with_mail: None) -> None:
    EmailAddress.objects.create(user=known, email=known.email, verified=True, primary=True)
    client.post("/sign-in/password", {"email": known.email})
    link = re.search(r"http://localhost:8787(/sign-in/password/\S+)", mail.outbox[-1].body)
    assert link is not None
    page = client.get(link[1], follow=True)
    given = {"password1": "another good word", "password2": "another good word"}
    assert client.post(page.request["PATH_INFO"], given).url == "/sign-in/password/done"
    assert tried(client, "alice").status_code == 200
    assert tried(client, "alice", "another good word").url == "/"
    assert "no longer" in client.get(link[1]).text or "invalid" in client.get(link[1]).text


def test_a_reset_for_nobody_sends_nothing(client: Client, db: None, with_mail: None) -> None:
    answer = client.post("/sign-in/password", {"email": "nobody@example.test"})
    assert answer.url == "/sign-in/password/sent" and mail.outbox == []


@pytest.mark.parametrize("path", ["/sign-in/code", "/sign-in/password", "/account/email", "/sign-in/address"])
def test_what_needs_mail_says_that_it_is_off(client: Client, alice: User, path: str) -> None:
    client.force_login(alice)
    for answer in (client.get(path), client.post(path, {"email": "x@example.test"})):
        assert answer.status_code == 404 and "Mail is off" in answer.text
        assert "CONTINUUM_EMAIL_URL" in answer.text


def test_a_mail_server_that_is_down_is_told_of_to_who_is_signed_in(
    client: Client, known: User, with_mail: None, settings: Any
) -> None:
    """Strangers are answered alike (test_enumeration.py)."""
    EmailAddress.objects.create(user=known, email=known.email, verified=True, primary=True)
    tried(client, "alice")
    client.post("/account/confirm", {"password": PASSWORD})
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    answer = client.post("/account/email", {"action_add": "", "email": "another@example.test"})
    assert answer.status_code == 503 and "could not be sent" in answer.text


def test_a_change_stands_though_nobody_can_be_told_of_it(
    client: Client, known: User, with_mail: None, settings: Any
) -> None:
    EmailAddress.objects.create(user=known, email=known.email, verified=True, primary=True)
    tried(client, "alice")
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 9
    sent = {"oldpassword": PASSWORD, "password1": "another good word", "password2": "another good word"}
    assert client.post("/account/password", sent).url == "/account"
    assert tried(Client(), "alice", "another good word").url == "/"


def test_without_mail_nothing_on_the_page_offers_it(client: Client, db: None) -> None:
    page = client.get("/sign-in").text
    assert "e-mail" not in page and "Forgot" not in page and "manage.py sign_in_link" in page


def test_nobody_is_locked_out_for_want_of_an_address(client: Client, db: None, with_mail: None) -> None:
    User.objects.create_user("operator", password=PASSWORD)
    assert tried(client, "operator").url == "/"


def test_an_unverified_address_is_verified_before_the_first_sign_in(
    client: Client, known: User, with_mail: None
) -> None:
    assert tried(client, "alice").url == "/sign-in/address"
    assert client.get("/").status_code == 302
    assert client.post("/sign-in/address", {"code": mailed_code()}).url == "/"
    assert client.get("/").status_code == 200
