"""Following a link into somebody's workspace, as anybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from memories import access
from memories.services.invitations import invite_member
from memories.services.workspaces import create_workspace, ways_in
from oauth.models import User
from tests.conftest import person_actor
from tests.oauth.account.conftest import PASSWORD
from tests.stories import remember

NEW = {"username": "dora", "password1": PASSWORD}


@pytest.fixture
def link(alice: User) -> str:
    with access.acting(person_actor(alice)) as owner:
        return "/join/" + invite_member(owner, workspace="team", role="editor").secret


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_who_is_signed_in_is_asked_and_then_in(link: str, charlie: User) -> None:
    browser = signed_in(charlie)
    page = browser.get(link).text
    assert "alice invites you to work in team" in page and "an editor" in page
    assert "team" not in ways_in(charlie.pk).workspaces
    assert browser.post(link, {"name": "team"}).url == "/?workspace=team"
    assert "team" in ways_in(charlie.pk).workspaces
    assert "no longer works" in browser.get(link).text


def test_who_has_such_a_name_chooses_another(link: str, charlie: User) -> None:
    with access.acting(person_actor(charlie)) as acting:
        create_workspace(acting, name="team")
    browser = signed_in(charlie)
    assert "Give this one another name" in browser.get(link).text
    answer = browser.post(link, {"name": "team"})
    assert answer.status_code == 409 and "Choose another name" in answer.text
    assert browser.post(link, {"name": "alices"}).url == "/?workspace=alices"


def test_who_is_in_it_already_keeps_the_link_good(link: str, bob: User) -> None:
    browser = signed_in(bob)
    assert "You are in this workspace already" in browser.get(link).text
    assert browser.post(link, {"name": "team"}).status_code == 409
    assert signed_in(bob).get(link).status_code == 200


def test_a_stranger_signs_in_and_comes_back(link: str, charlie: User) -> None:
    charlie.set_password(PASSWORD)
    charlie.save()
    browser = Client()
    page = browser.get(link).text
    assert f"/sign-in?next={link.replace('/', '%2F')}" in page and "Make an account" not in page
    answer = browser.post(f"/sign-in?next={link}", {"login": "charlie", "password": PASSWORD, "next": link})
    assert answer.url == link


def test_a_link_makes_one_account_that_is_in_from_the_first_day(
    link: str, db: None, sign_up: Callable[[str], None]
) -> None:
    sign_up("invite")
    browser = Client()
    assert "Make an account" in browser.get(link).text
    assert browser.post("/sign-up", NEW).url == "/"
    dora = User.objects.get(username="dora")
    assert set(ways_in(dora.pk).workspaces) == {"default", "team"}
    other = Client()
    other.get(link)
    assert "No new accounts here" in other.post("/sign-up", {**NEW, "username": "eve"}).text


def test_a_link_that_was_made_up_leads_nowhere(client: Client, db: None) -> None:
    answer = client.get("/join/made-up")
    assert answer.status_code == 404 and "no longer works" in answer.text


def test_what_keeps_somebody_out_keeps_the_account_from_being_made(
    link: str, alice: User, sign_up: Callable[[str], None]
) -> None:
    sign_up("invite")
    with access.acting(person_actor(alice)) as owner:
        remember(owner, "The safe is behind the clock.", sensitivity="private", workspace="team")
    browser = Client()
    browser.get(link)
    browser.post("/sign-up", NEW)
    assert not User.objects.filter(username="dora").exists()
