"""Quarantine in the admin: nobody sees the secret but who decides on it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories.models import Memory, Workspace
from memories.services.secret_scan import scan_secrets
from oauth.models import User
from tests.stories import names_found, remember

BODY = "".join(Random("admin").choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789", k=36))
TOKEN = "gh" + "p_" + BODY
PAGE = "/admin/memories/memory/quarantine/"


@pytest.fixture
def held(actor: Actor, person: Actor) -> Memory:
    """A memory that older rules let in, found by today's."""
    Workspace.objects.filter(name="default").update(secret_policies={"github_token": "off"})
    remember(actor, f"The deploy key is {TOKEN}.", name="deploy")
    Workspace.objects.filter(name="default").update(secret_policies={})
    scan_secrets(person)
    return Memory.objects.get(name="deploy")


def test_the_list_names_it_without_the_secret(browser: Client, held: Memory) -> None:
    shown = browser.get(PAGE).text
    assert "deploy" in shown and "github_token" in shown and TOKEN not in shown


def test_its_page_shows_what_was_found_and_is_kept_by_no_cache(browser: Client, held: Memory) -> None:
    answer = browser.get(f"{PAGE}{held.pk}/")
    assert TOKEN in answer.text and "no-store" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("answer", "left"), [("release", ["deploy"]), ("redact", ["deploy"]), ("forget", [])]
)
def test_a_persons_answer_is_carried_out(
    browser: Client, held: Memory, actor: Actor, answer: str, left: list[str]
) -> None:
    told = browser.post(f"{PAGE}{held.pk}/decide/", {"answer": answer}, follow=True)
    assert "Nothing is in quarantine." in told.text
    assert names_found(actor, "deploy key") == left
    again = browser.post(f"{PAGE}{held.pk}/decide/", {"answer": answer}, follow=True)
    assert "in quarantine no more" in again.text


def test_no_answer_and_no_post_change_nothing(browser: Client, held: Memory) -> None:
    assert "The answer is one of" in browser.post(f"{PAGE}{held.pk}/decide/", follow=True).text
    assert browser.get(f"{PAGE}{held.pk}/decide/").status_code == 405
    held.refresh_from_db()
    assert held.quarantined_at is not None


def test_other_staff_see_nothing_of_it(browser: Client, held: Memory, charlie: User) -> None:
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    browser.force_login(charlie)
    assert "deploy" not in browser.get(PAGE).text
    assert browser.get(f"{PAGE}{held.pk}/").status_code == 302
    browser.post(f"{PAGE}{held.pk}/decide/", {"answer": "forget"})
    assert Memory.objects.filter(pk=held.pk).exists()


def test_staff_without_the_permission_are_turned_away(client: Client, held: Memory, alice: User) -> None:
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    for answer in (client.get(PAGE), client.get(f"{PAGE}{held.pk}/"), _forgetting(client, held)):
        assert answer.status_code == 403


def _forgetting(client: Client, held: Memory) -> Any:
    return client.post(f"{PAGE}{held.pk}/decide/", {"answer": "forget"})
