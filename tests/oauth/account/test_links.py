"""One-time links."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

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


def test_a_link_of_a_closed_account_opens_nothing(client: Client, alice: User) -> None:
    address = _address(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.post(address).status_code == 410
    assert client.get("/").status_code == 302


def test_the_session_is_listed_on_the_account(client: Client, alice: User) -> None:
    client.post(_address(alice), headers={"User-Agent": "Firefox on the sofa"})
    assert "Firefox on the sofa" in client.get(reverse("usersessions_list")).text


@pytest.mark.parametrize("name", ["sign-in-link", "account_login"])
def test_the_page_runs_nothing_but_our_own(client: Client, db: None, name: str) -> None:
    address = reverse(name, args=["nothing"] if name == "sign-in-link" else [])
    rules = client.get(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in rules and "script-src 'self';" in rules and "unsafe" not in rules
