"""The pages of the graph: what a picture leads to, and putting things right."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memories import access
from memories.pipeline.work import work
from memories.recall.entities import get_entity
from oauth.models import User
from tests.conftest import person_actor
from tests.stories import remember


@pytest.fixture
def stored(alice: User) -> User:
    with access.acting(person_actor(alice)) as person:
        remember(person, "Ann Lee works at Acme Corp. Ann Lee lives in Ghent.", name="ann")
        remember(person, "Annie lives in Ghent.", name="annie")
        work()
    return alice


def press(browser: Client, what: str, **fields: str) -> str:
    return browser.post(f"/graph/{what}", {"workspace": "default", **fields}, follow=True).text


def test_the_picture_leads_to_the_pages_of_things(browser: Client, stored: User) -> None:
    shown = browser.get("/graph").text
    assert 'href="/graph/thing?name=Ann+Lee"' in shown and "<svg" in shown and "As a table" in shown


def test_one_thing_of_a_name_is_opened_and_several_are_listed(browser: Client, stored: User) -> None:
    assert browser.get("/graph?q=acme")["Location"] == "/graph/thing?name=Acme+Corp"
    listed = browser.get("/graph?q=ann").text
    assert "2 things of that name" in listed and "Annie" in listed
    assert "0 things" in browser.get("/graph?q=nobody").text


def test_the_page_of_a_thing_tells_what_is_held_and_looks_back(browser: Client, stored: User) -> None:
    assert "Ann Lee lives in Ghent." in browser.get("/graph/thing?name=Ann+Lee").text
    assert "Nothing was held of it then" in browser.get("/graph/thing?name=Ann+Lee&known_at=2001-01-01").text
    assert browser.get("/graph/thing?name=Nobody").status_code == 404


def test_two_names_are_made_one_and_taken_apart_again(browser: Client, stored: User) -> None:
    assert "are one thing now" in press(browser, "merge", name="Annie", into="Ann Lee")
    with access.acting(person_actor(stored)) as person:
        assert "Annie" in get_entity(person, name="Ann Lee").aliases
        assert "a thing of its own now" in press(browser, "split", name="Annie")
        assert "Annie" not in get_entity(person, name="Ann Lee").aliases


def test_a_name_is_parted_by_the_memories_that_mean_another(browser: Client, stored: User) -> None:
    told = press(browser, "split", name="Ghent", new_name="Ghent, Kentucky", memories="annie\n")
    assert "a thing of its own now" in told
    with access.acting(person_actor(stored)) as person:
        assert get_entity(person, name="Ghent, Kentucky").memories == ["annie"]


def test_a_thing_is_renamed_and_a_refusal_is_told(browser: Client, stored: User) -> None:
    assert "It is called Annie Lee now" in press(browser, "rename", name="Annie", new_name="Annie Lee")
    assert "Another thing is called so" in press(browser, "rename", name="Ghent", new_name="Ann Lee")
    assert 'class="message error"' in press(browser, "merge", name="Ghent", into="nobody at all")


def test_the_number_of_queries_does_not_grow_with_the_graph(browser: Client, stored: User) -> None:
    counts = []
    for place in range(2):
        browser.get("/graph")
        with CaptureQueriesContext(connection) as asked:
            browser.get("/graph")
        counts.append(len(asked))
        with access.acting(person_actor(stored)) as person:
            for each in range(6):
                remember(person, f"Dave{place}{each} works at Acme Corp.", name=f"d{place}{each}")
            work()
    assert counts[0] == counts[1] <= 24
