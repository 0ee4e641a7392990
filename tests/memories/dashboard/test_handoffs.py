"""Handoffs: what waits, what it rests on, and a person's word in it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memories import access
from memories.intake.handoffs import create_handoff
from memories.models import Handoff
from oauth.models import User
from tests.conftest import agent_actor, person_actor
from tests.stories import remember


@pytest.fixture
def handed(alice: User) -> Handoff:
    with access.acting(agent_actor(alice)) as codex:
        remember(codex, "Payments go through Mollie.", name="payments")
        made = create_handoff(
            codex, task_id="refunds", summary="Sign the webhook.", memories=["payments"], next_actions=["Try"]
        )
        remember(codex, "Payments go through Mollie and Klarna since May.", name="payments")
    return made.handoff


def settle(browser: Client, handoff: Handoff, wanted: str, **fields: str) -> str:
    return browser.post(f"/handoffs/{handoff.pk}/settle", {"wanted": wanted, **fields}, follow=True).text


def test_what_waits_is_shown_with_a_warning_where_a_memory_changed(browser: Client, handed: Handoff) -> None:
    shown = browser.get("/handoffs").text
    assert "refunds" in shown and "payments is at version 2 now" in shown
    one = browser.get(f"/handoffs/{handed.pk}").text
    assert "memory_handoff_resume" in one and "changed since" in one and "Try" in one


@pytest.mark.parametrize(
    ("wanted", "outcome"),
    [
        ("take", ("acknowledged", "It is yours now")),
        ("decline", ("declined", "Declined")),
        ("withdraw", ("withdrawn", "Taken back")),
    ],
)
def test_it_is_settled_by_a_person_once(
    browser: Client, alice: User, handed: Handoff, wanted: str, outcome: tuple[str, str]
) -> None:
    state, told = outcome
    assert told in settle(browser, handed, wanted, answer="Not now.")
    with access.acting(person_actor(alice)):
        handed.refresh_from_db()
        assert handed.state == state
    assert "refunds" not in browser.get("/handoffs").text
    assert "refunds" in browser.get("/handoffs?show=settled").text


def test_it_is_erased_with_its_words(browser: Client, alice: User, handed: Handoff) -> None:
    assert "Erased" in settle(browser, handed, "erase")
    assert browser.get(f"/handoffs/{handed.pk}").status_code == 404


def test_the_number_of_queries_does_not_grow_with_rows(browser: Client, alice: User, handed: Handoff) -> None:
    counts = []
    for more in (1, 6):
        with access.acting(agent_actor(alice)) as codex:
            for place in range(more):
                create_handoff(codex, task_id=f"t{more}{place}", summary="Go on.", memories=["payments"])
        browser.get("/handoffs")
        with CaptureQueriesContext(connection) as asked:
            browser.get("/handoffs")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20
