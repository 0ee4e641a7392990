"""Quarantine: what waits is never shown in the list, and a person decides on its own page."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest
from django.test import Client

from memories import access
from memories.models import Memory, Workspace
from memories.services.secret_scan import scan_secrets
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember

BODY = "".join(
    Random("page of quarantine").choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789", k=36)
)
TOKEN = "gh" + "p_" + BODY


@pytest.fixture
def held(alice: User) -> UUID:
    """A memory with a token in it, as older rules let it in."""
    with access.acting(person_actor(alice)) as person:
        Workspace.objects.filter(name="default").update(secret_policies={"github_token": "off"})
        remember(person, f"The robot signs in with {TOKEN} here.", name="robot")
        Workspace.objects.filter(name="default").update(secret_policies={})
        scan_secrets(person)
        return Memory.objects.get(name="robot").pk


def decide(browser: Client, held: UUID, answer: str) -> str:
    return browser.post(f"/settings/quarantine/{held}/decide", {"answer": answer}, follow=True).text


def test_the_list_tells_the_kind_and_its_page_alone_the_letters(browser: Client, held: UUID) -> None:
    listed = browser.get("/settings/quarantine").text
    assert "robot" in listed and "A GitHub token" in listed and BODY not in listed
    assert BODY in browser.get(f"/settings/quarantine/{held}").text


@pytest.mark.parametrize(
    ("answer", "told"), [("release", "Released"), ("redact", "taken out of it"), ("forget", "Forgotten")]
)
def test_a_person_decides_what_it_is(
    browser: Client, alice: User, held: UUID, answer: str, told: str
) -> None:
    assert told in decide(browser, held, answer)
    assert "Nothing is in quarantine" in browser.get("/settings/quarantine").text
    with access.acting(person_actor(alice)):
        kept = Memory.objects.filter(pk=held)
        assert kept.exists() == (answer != "forget")
        stays = any(BODY in row.content for memory in kept for row in memory.revisions.all())
        assert stays == (answer == "release")


def test_another_answer_and_a_strangers_memory_change_nothing(
    browser: Client, held: UUID, charlie: User
) -> None:
    assert 'class="message error"' in decide(browser, held, "burn")
    other = Client()
    other.force_login(charlie)
    assert other.get(f"/settings/quarantine/{held}").status_code == 404
    assert "robot" in browser.get("/settings/quarantine").text
