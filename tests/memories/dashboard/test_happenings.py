"""The pages of the timeline and the activity: filters, pages of a list, queries that do not grow."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memories import access
from memories.dashboard.deeds import TOLD
from memories.injection.answering import answer
from memories.recall.chronicle import GROUPS
from memories.services.activities import WebUse, record_web_use
from oauth.models import User
from tests.conftest import agent_actor
from tests.stories import remember


def busy(alice: User, count: int) -> None:
    with access.acting(agent_actor(alice)) as codex:
        for place in range(count):
            remember(codex, f"Train {place} leaves at {place}:15 from hall {place + 7}.", name=f"t{place}")
            answer(codex, query=f"When does train {place} leave?")


def test_who_did_what_stands_on_the_timeline(browser: Client, alice: User) -> None:
    busy(alice, 1)
    shown = browser.get("/timeline").text
    assert "codex" in shown and "remembered" in shown and ">t0<" in shown
    assert ">t0<" not in browser.get("/timeline?group=handoffs").text


def test_a_question_stands_in_the_activity(browser: Client, alice: User) -> None:
    busy(alice, 1)
    shown = browser.get("/activity").text
    assert "asked" in shown and ">t0<" in shown and "As a table" in shown


def test_pages_of_the_web_stand_in_the_activity_of_their_owner_alone(
    browser: Client, alice: User, bob: User
) -> None:
    use = WebUse(tool="fetch_pages", hosts=("one.example", "two.example"), count=3, failure="UNREACHABLE")
    with access.acting(agent_actor(alice)) as codex:
        record_web_use(codex, use=use)
    shown = browser.get("/activity?sort=web").text
    assert "<code>one.example</code> <code>two.example</code> 3 addresses UNREACHABLE" in shown
    assert "http://one" not in shown and "https://one" not in shown
    browser.force_login(bob)
    strange = browser.get("/activity").text
    assert "one.example" not in strange and "fetch_pages" not in strange


@pytest.mark.parametrize("page", ["/timeline", "/activity"])
@pytest.mark.parametrize("odd", ["cursor=x", "workspace=nowhere", "since=x", "days=5000", "agent=%00"])
def test_an_odd_address_is_answered_with_a_page(browser: Client, page: str, odd: str) -> None:
    answer = browser.get(f"{page}?{odd}")
    usual = 200 if (page, odd) == ("/timeline", "days=5000") else 400
    assert answer.status_code == (404 if odd == "workspace=nowhere" else usual)
    assert answer.status_code != 400 or 'role="alert"' in answer.text


@pytest.mark.parametrize("page", ["/timeline", "/activity"])
def test_the_number_of_queries_does_not_grow_with_rows(browser: Client, alice: User, page: str) -> None:
    counts = []
    for more in (2, 12):
        busy(alice, more)
        browser.get(page)
        with CaptureQueriesContext(connection) as asked:
            browser.get(page)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 22


def test_every_action_has_its_words() -> None:
    assert {action for group in GROUPS.values() for action in group} == set(TOLD)
