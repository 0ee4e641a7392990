"""The button that makes a memory a standing rule."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from continuum.kernel.actor import Actor
from memories.models import Memory
from oauth.models import User
from tests.stories import remember

BUTTON = "Always recall it"


def _press(browser: Client, **fields: str):
    return browser.post(reverse("memory-promote"), fields, follow=True)


def _tier(name: str) -> str:
    return Memory.objects.get(name=name).recall_tier


@pytest.mark.parametrize("trust", ["agent", "web"])
def test_what_reads_like_a_rule_has_a_button_and_moves_only_by_it(
    browser: Client, actor: Actor, trust: str
) -> None:
    remember(actor, "We met. Never deploy on Fridays.", name="deploys", trust=trust)
    page = browser.get("/").text
    assert BUTTON in page and "Never deploy on Fridays.</q>" in page and _tier("deploys") == "relevance"
    page = _press(browser, name="deploys", workspace="default").text
    assert 'class="message success"' in page and BUTTON not in page and _tier("deploys") == "always"


def test_what_does_not_has_none(browser: Client, actor: Actor) -> None:
    remember(actor, "We met on Tuesday.", name="met")
    assert BUTTON not in browser.get("/").text


def test_what_is_gone_is_told(browser: Client, actor: Actor) -> None:
    assert "No memory of that name" in _press(browser, name="gone", workspace="default").text
    assert "No workspace of that name" in _press(browser, name="gone", workspace="nowhere").text


def test_a_stranger_promotes_nothing(browser: Client, actor: Actor, charlie: User) -> None:
    remember(actor, "Never deploy on Fridays.", name="deploys")
    browser.force_login(charlie)
    assert "No memory of that name" in _press(browser, name="deploys", workspace="default").text
    assert _tier("deploys") == "relevance"


def test_a_link_promotes_nothing(browser: Client) -> None:
    assert browser.get(reverse("memory-promote")).status_code == 405
