"""Giving an agent its token, and taking it back."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Permission
from oauth.models import PersonalToken, User
from oauth.services.actors import actor_for_bearer

USUAL = ["memory:read", "memory:write"]


def _make(browser: Client, **fields: object):
    given = {"name": "Codex at work", "permissions": USUAL, **fields}
    return browser.post(reverse("token-create"), given, follow=True)


def test_the_lines_to_paste_hold_a_token_that_works(browser: Client, alice: User) -> None:
    page = _make(browser)
    tokens = set(re.findall(r"ctm_[\w-]+", page.text))
    assert len(tokens) == 1
    actor = actor_for_bearer(tokens.pop())
    assert actor.user_id == alice.pk and actor.permissions == {Permission.READ, Permission.WRITE}
    assert "no-store" in page.headers["Cache-Control"]


def test_a_token_is_shown_once(browser: Client) -> None:
    _make(browser)
    page = browser.get("/").text
    assert "Codex at work" in page and "ctm_" not in page


@pytest.mark.parametrize(
    "fields", [{"name": ""}, {"permissions": []}, {"permissions": ["admin"]}, {"name": "\x07"}]
)
def test_what_makes_no_sense_makes_no_token(browser: Client, fields: dict[str, object]) -> None:
    page = _make(browser, **fields)
    assert 'class="message error"' in page.text
    assert not PersonalToken.objects.exists()


def test_a_revoked_token_is_gone_from_the_list(browser: Client) -> None:
    _make(browser)
    token = PersonalToken.objects.get()
    page = browser.post(reverse("token-revoke", args=[token.pk]), follow=True)
    assert "Revoked." in page.text and "Codex at work" not in page.text


def test_nobody_revokes_anothers(browser: Client, charlie: User) -> None:
    _make(browser)
    browser.force_login(charlie)
    assert browser.post(reverse("token-revoke", args=[PersonalToken.objects.get().pk])).status_code == 404
    assert PersonalToken.objects.get().revoked_at is None


@pytest.mark.parametrize("page", ["token-create"])
def test_tokens_are_made_by_a_form_alone(browser: Client, client: Client, page: str) -> None:
    assert browser.get(reverse(page)).status_code == 405
    browser.logout()
    assert browser.post(reverse(page)).url.startswith("/sign-in")
