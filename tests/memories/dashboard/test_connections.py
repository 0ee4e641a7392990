"""The connections page: who was let in, what they wrote, and taking it back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client as Browser
from django.urls import reverse
from django.utils import timezone

from continuum.kernel.errors import Unauthorized
from memories import access
from memories.recall.reading import get_memory
from memories.services.removal import archive
from oauth.limits import CODE_LIFETIME
from oauth.models import Client, Connection, User
from oauth.services.actors import admit
from oauth.services.resources import resource
from tests.conftest import person_actor
from tests.oauth.conftest import Granting, bearer_of, granting
from tests.stories import remember

__all__ = ["granting"]
PAGE = "/connections"


@pytest.fixture
def browser(alice: User) -> Browser:
    client = Browser()
    client.force_login(alice)
    return client


def press(browser: Browser, what: str, connection: Connection, **fields: Any) -> str:
    address = reverse(f"connection-{what}", args=[connection.pk])
    return browser.post(address, fields, follow=True).text


def wrote(connection: Connection, *texts: str) -> None:
    admitted = admit(bearer_of(connection).access, audience=resource())
    with access.acting(admitted.actor) as actor:
        for text in texts:
            remember(actor, text, name=text.split()[0].lower())


def test_nobody_let_in_is_said(browser: Browser) -> None:
    assert "No client has connected by signing in yet" in browser.get(PAGE).text


def test_a_connection_is_shown_with_what_it_may_and_wrote(
    browser: Browser, alice: User, granting: Granting
) -> None:
    wrote(granting(alice), "Tea at four.", "Ferry at noon.")
    shown = browser.get(PAGE).text
    assert "Claude Code" in shown and "wrote 2 texts" in shown and "client.example" not in shown


def test_revoking_turns_the_next_request_away(browser: Browser, alice: User, granting: Granting) -> None:
    connection = granting(alice)
    bearer = bearer_of(connection).access
    admit(bearer, audience=resource())
    assert "Revoked" in press(browser, "revoke", connection)
    with pytest.raises(Unauthorized):
        admit(bearer, audience=resource())
    assert "No client has connected" in browser.get(PAGE).text


def test_narrowing_counts_from_the_next_request(browser: Browser, alice: User, granting: Granting) -> None:
    connection = granting(alice, workspaces=["default", "team"])
    bearer = bearer_of(connection).access
    kept = {"workspaces": ["team"], "permissions": ["memory:read"], "toolsets": ["memory"], "review": "on"}
    assert "Narrowed" in press(browser, "narrow", connection, **kept)
    actor = admit(bearer, audience=resource()).actor
    assert (set(actor.workspaces), [*actor.permissions], actor.mode) == ({"team"}, ["memory:read"], "review")


@pytest.mark.parametrize("less", ["workspaces", "permissions", "toolsets"])
def test_it_cannot_be_left_nothing_or_given_more(
    browser: Browser, alice: User, granting: Granting, less: str
) -> None:
    connection = granting(alice)
    had = {"workspaces": ["default"], "permissions": ["memory:read"], "toolsets": ["memory"]}
    for wrong in ([], ["team", "memory:forget", "advanced"]):
        assert "Nothing was changed" in press(browser, "narrow", connection, **{**had, less: wrong})
    connection.refresh_from_db()
    assert connection.permissions == ["memory:read", "memory:write"]


def test_what_it_wrote_is_undone_but_not_what_was_changed_since(
    browser: Browser, alice: User, granting: Granting
) -> None:
    connection = granting(alice)
    with access.acting(person_actor(alice)) as person:
        remember(person, "Tea at three.", name="tea")
    wrote(connection, "Tea at four.", "Ferry at noon.")
    with access.acting(person_actor(alice)) as person:
        archive(person, name="ferry")
        told = press(browser, "undo", connection, last="2", workspace="default")
        assert "1 brought back" in told and "ferry stayed as it is. It was changed since." in told
        assert get_memory(person, name="tea").content == "Tea at three."


@pytest.mark.parametrize("last", ["", "x", "0", "-1", "9999999999"])
def test_a_number_that_is_none_undoes_nothing(
    browser: Browser, alice: User, granting: Granting, last: str
) -> None:
    connection = granting(alice)
    wrote(connection, "Tea at four.")
    assert 'class="message error"' in press(browser, "undo", connection, last=last)


@pytest.mark.parametrize("what", ["narrow", "revoke", "undo"])
def test_a_strangers_connection_is_none_of_yours(
    browser: Browser, charlie: User, granting: Granting, what: str
) -> None:
    connection = granting(charlie)
    assert "You have no such connection" in press(browser, what, connection, last="1")
    connection.refresh_from_db()
    assert connection.revoked_at is None
    assert Browser().get(PAGE).status_code == 302


def test_a_client_that_stopped_half_way_is_told_with_the_cause(
    browser: Browser, alice: User, granting: Granting
) -> None:
    connection = granting(alice)
    assert "It did not exchange its code in time" not in browser.get(PAGE).text
    connection.granted_at = timezone.now() - CODE_LIFETIME
    connection.save()
    assert "It did not exchange its code in time" in browser.get(PAGE).text
    Client.objects.create(name="Lost", client_type="public", redirect_uris="https://x.example/cb")
    assert "Lost" not in browser.get(PAGE).text
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert "Nobody has answered the consent page" in browser.get(PAGE).text
