"""Closing one's account from its page."""

from __future__ import annotations

import pytest
from django.test import Client

from memories.models import Membership, Role
from oauth.models import User
from oauth.services.actors import actor_for_bearer
from oauth.services.sign_in import issue_sign_in_link
from oauth.services.tokens import issue_token


@pytest.fixture
def browser(client: Client, alice: User) -> Client:
    """Alice's, who has just shown who she is."""
    client.post(f"/sign-in/link/{issue_sign_in_link(alice)}")
    return client


def test_the_page_says_what_goes(browser: Client, bob: User) -> None:
    page = browser.get("/account/close").text
    assert "<strong>team</strong>" in page and "<strong>default</strong>" in page
    assert "although 1 other person uses it" in page and "cannot be taken back" in page


def test_the_name_must_be_typed(browser: Client, alice: User) -> None:
    for typed in ("", "Alice", "bob"):
        answer = browser.post("/account/close", {"name": typed})
        assert answer.status_code == 400
    assert User.objects.filter(pk=alice.pk).exists()


def test_it_closes_and_signs_out(browser: Client, alice: User) -> None:
    bearer = issue_token(alice, name="laptop", permissions=["memory:read"])
    answer = browser.post("/account/close", {"name": "alice"})
    assert answer.status_code == 200 and "Your account is closed" in answer.text
    assert browser.get("/").status_code == 302
    assert not User.objects.filter(username="alice").exists()
    with pytest.raises(Exception, match="unknown, expired or revoked"):
        actor_for_bearer(bearer)


def test_a_shared_workspace_needs_its_tick(browser: Client, alice: User, bob: User) -> None:
    answer = browser.post("/account/close", {"name": "alice"})
    assert answer.status_code == 400 and "Others use your workspace team" in answer.text
    assert User.objects.filter(pk=alice.pk).exists()
    assert "closed" in browser.post("/account/close", {"name": "alice", "shared": ["team"]}).text
    assert not Membership.objects.filter(name="team").exists()


def test_nobody_ticks_what_is_not_theirs(browser: Client, alice: User, charlie: User) -> None:
    theirs = Membership.objects.get(user=charlie, role=Role.OWNER)
    answer = browser.post("/account/close", {"name": "alice", "shared": [str(theirs.workspace_id)]})
    assert answer.status_code == 400 and User.objects.filter(pk=alice.pk).exists()


def test_a_session_that_has_not_shown_who_it_is_closes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/account/close", {"name": "alice"}).url.startswith("/account/confirm/link")
    assert User.objects.filter(pk=alice.pk).exists()
