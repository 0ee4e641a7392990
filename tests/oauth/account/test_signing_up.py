"""Who may make an account: nobody, who is invited, or anybody with an address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from memories.services.workspaces import open_workspaces
from oauth.models import Invitation, User
from oauth.services.invitations import invitation_address, invite
from tests.oauth.account.conftest import PASSWORD, mailed_code

NEW = {"username": "dora", "password1": PASSWORD}


def opened(client: Client, secret: str) -> str:
    """The page on which an invitation ends."""
    return str(client.get(invitation_address(secret).removeprefix("http://localhost:8787"), follow=True).text)


def test_nobody_makes_an_account_where_it_is_closed(client: Client, db: None) -> None:
    for answer in (client.get("/sign-up"), client.post("/sign-up", NEW)):
        assert "No new accounts here" in answer.text
    assert not User.objects.filter(username="dora").exists()
    assert "Make an account" not in client.get("/sign-in").text


def test_an_invitation_makes_one_account(client: Client, db: None, sign_up: Callable[[str], None]) -> None:
    sign_up("invite")
    secret = invite(note="Dora from work")
    assert 'name="username"' in opened(client, secret)
    assert client.post("/sign-up", NEW).url == "/"
    dora = User.objects.get(username="dora")
    assert list(open_workspaces(dora.pk)) == ["default"] and not dora.is_staff
    assert Invitation.objects.get().user == dora
    assert "No new accounts here" in opened(Client(), secret)


def test_without_an_invitation_there_is_none(
    client: Client, db: None, sign_up: Callable[[str], None]
) -> None:
    sign_up("invite")
    assert "No new accounts here" in client.post("/sign-up", NEW).text
    assert "No new accounts here" in opened(client, "made-up")
    assert "No new accounts here" in client.post("/sign-up", NEW).text


def test_an_old_invitation_is_over(client: Client, db: None, sign_up: Callable[[str], None]) -> None:
    sign_up("invite")
    secret = invite()
    Invitation.objects.update(expires_at="2020-01-01T00:00Z")
    assert "No new accounts here" in opened(client, secret)


def test_of_two_who_share_an_invitation_one_comes_in(db: None, sign_up: Callable[[str], None]) -> None:
    sign_up("invite")
    secret, first, second = invite(), Client(), Client()
    opened(first, secret)
    opened(second, secret)
    assert first.post("/sign-up", NEW).url == "/"
    assert "No new accounts here" in second.post("/sign-up", {**NEW, "username": "emil"}, follow=True).text
    assert not User.objects.filter(username="emil").exists()


def test_a_name_that_is_taken_does_not_use_it_up(client: Client, alice: User, sign_up: Callable) -> None:
    sign_up("invite")
    opened(client, invite())
    assert client.post("/sign-up", {**NEW, "username": "Alice"}).status_code == 200
    assert client.post("/sign-up", NEW).url == "/"


@pytest.mark.parametrize("name", ["owner", "Owner", "admin", "root"])
def test_nobody_comes_to_be_taken_for_the_owner(
    client: Client, db: None, sign_up: Callable, name: str
) -> None:
    sign_up("invite")
    opened(client, invite())
    assert client.post("/sign-up", {**NEW, "username": name}).status_code == 200
    assert not User.objects.exists()


def test_anybody_with_an_address_where_it_is_open(
    client: Client, db: None, sign_up: Callable, with_mail: None
) -> None:
    sign_up("open")
    sent: dict[str, Any] = {**NEW, "email": "dora@example.test", "next": "/account"}
    assert client.post("/sign-up", sent).url == "/sign-in/address"
    assert client.get("/").status_code == 302
    assert client.post("/sign-in/address", {"code": mailed_code()}).url == "/account"
    assert client.get("/").status_code == 200


def test_whose_address_is_taken_learns_it_by_mail_alone(
    client: Client, alice: User, sign_up: Callable, with_mail: None
) -> None:
    sign_up("open")
    answer = client.post("/sign-up", {**NEW, "email": alice.email})
    assert answer.url == "/sign-in/address" and not User.objects.filter(username="dora").exists()
    assert "already exists" in mail.outbox[-1].body
