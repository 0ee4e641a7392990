"""Signing in and out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from memories.services.workspaces import open_workspaces
from oauth.models import User
from oauth.services.sign_in import issue_sign_in_link

SESSION = "continuum_session"


def _address(user: User) -> str:
    return reverse("sign-in-link", args=[issue_sign_in_link(user)])


def test_opening_a_link_does_not_use_it_up(client: Client, alice: User) -> None:
    address = _address(alice)
    for _ in range(3):
        page = client.get(address)
        assert page.status_code == 200 and SESSION not in page.cookies
    assert client.post(address).status_code == 302


def test_pressing_the_button_opens_a_session(client: Client, alice: User) -> None:
    answer = client.post(_address(alice))
    assert (answer.status_code, answer.url) == (302, "/")
    assert answer.cookies[SESSION]["httponly"]
    assert client.get("/").status_code == 200


def test_a_used_link_says_how_to_get_a_new_one(client: Client, alice: User) -> None:
    address = _address(alice)
    client.post(address)
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code == 410
        assert "manage.py sign_in_link" in answer.text


def test_the_button_needs_the_pages_own_token(alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(_address(alice)).status_code == 403


def test_a_link_is_kept_by_no_cache(client: Client, alice: User) -> None:
    assert "no-store" in client.get(_address(alice)).headers["Cache-Control"]


def test_a_password_opens_a_session_and_the_first_one_a_workspace(client: Client, db: None) -> None:
    newcomer = User.objects.create_user("newcomer", password="a long enough word")
    answer = client.post(reverse("sign-in"), {"username": "newcomer", "password": "a long enough word"})
    assert (answer.status_code, answer.url) == (302, "/")
    assert list(open_workspaces(newcomer.pk)) == ["default"]


@pytest.mark.parametrize(("username", "password"), [("alice", "wrong"), ("nobody", "wrong"), ("", "")])
def test_a_wrong_password_opens_nothing(client: Client, alice: User, username: str, password: str) -> None:
    answer = client.post(reverse("sign-in"), {"username": username, "password": password})
    assert answer.status_code == 200 and SESSION not in answer.cookies


def test_sign_in_leads_back_only_to_our_own_pages(client: Client, db: None) -> None:
    User.objects.create_user("newcomer", password="a long enough word")
    given = {"username": "newcomer", "password": "a long enough word", "next": "https://evil.example/"}
    assert client.post(reverse("sign-in"), given).url == "/"


def test_signing_out_needs_a_button(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("sign-out")).status_code == 405
    assert client.post(reverse("sign-out")).url == reverse("sign-in")
    assert client.get("/").status_code == 302
