"""The list of memories: questions, filters, pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories.dashboard.how_found import notes
from memories.models import Passage
from memories.recall.answers import Recalled
from memories.services.removal import archive
from oauth.models import User
from tests.stories import remember

PAGE = "/memories"


def test_a_question_shows_its_receipts(browser: Client, actor: Actor) -> None:
    remember(actor, "The staging database listens on port 5433.", name="ports")
    page = browser.get(PAGE, {"q": "which port does staging use"}).text
    assert "1 answer" in page and "shares words" in page and "Place by words" in page


def test_what_was_no_part_of_the_answer_is_told_in_plain_words(
    browser: Client, actor: Actor, settings: Any
) -> None:
    remember(actor, "The staging database listens on port 5433.", name="ports")
    Passage.objects.update(vector=None, dimensions=None)
    settings.EMBEDDING = "none"
    page = browser.get(PAGE, {"q": "which port does staging use"}).text
    assert "Found by words only, not by meaning. Comparing meanings is switched off on this server." in page
    assert "Still indexing: 1 passage is found by its words only for now." in page
    assert page.count("Still indexing") == 2, "on the page and in the receipt of the hit"


def test_every_reason_why_something_is_missing_has_its_words() -> None:
    reasons = [
        "embedding is switched off",
        "not reranked: the reranker is slow",
        "what an engine says itself",
    ]
    told = notes(Recalled([], "words-only", "; ".join(reasons)))
    assert told[1].startswith("Not reranked: the order is that of the search. The model that reads")
    assert told[2].endswith("what an engine says itself") and len(told) == 3


def test_why_one_did_not_come_back_is_told(browser: Client, actor: Actor) -> None:
    remember(actor, "The staging database listens on port 5433.", name="ports")
    remember(actor, "Ana prefers tea.", name="tea", tags=["people"])
    page = browser.get(PAGE, {"q": "which port does staging use", "tag": "x", "explain": "tea"}).text
    assert "About “tea”:" in page and "It has none of the tags." in page


def test_text_is_shown_as_text_and_what_is_unseen_is_spelt_out(browser: Client, actor: Actor) -> None:
    remember(actor, "<script>alert(1)</script> x{{ 7*7 }}y a\u202eb\u200bc", name="odd", tags=["<b>"])
    for page in (browser.get(PAGE).text, browser.get("/memory?name=odd").text, browser.get("/").text):
        assert "<script>" not in page and "<b>" not in page and "x49y" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt; x{{ 7*7 }}y" in page
        assert ">U+202E<" in page and ">U+200B<" in page and "\u202e" not in page and "\u200b" not in page


def test_private_memories_are_shown_when_asked_for(browser: Client, actor: Actor) -> None:
    remember(actor, "Dear diary.", sensitivity="private")
    assert "Dear diary." not in browser.get(PAGE).text
    assert "Dear diary." in browser.get(f"{PAGE}?private=1").text


@pytest.mark.parametrize("query", ["x" * 10_001, "\x00", "   ", "a & | ! ( ) : *"])
def test_any_question_gets_a_page(browser: Client, query: str) -> None:
    answer = browser.get(PAGE, {"q": query})
    assert answer.status_code == 200 or (answer.status_code == 400 and 'role="alert"' in answer.text)


@pytest.mark.parametrize(
    "asked", [{"q": "\x00"}, {"q": "x" * 10_001}, {"since": "soon"}, {"tier": "never"}, {"cursor": "mine"}]
)
def test_what_cannot_be_asked_for_is_told(browser: Client, asked: dict[str, str]) -> None:
    assert 'role="alert"' in browser.get(PAGE, asked).text


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"kind": "decision"}, "Tea"),
        ({"tag": "shop"}, "Ferry"),
        ({"tier": "always"}, "Tea"),
        ({"status": "proposed"}, "Coffee"),
        ({"trust": "web"}, "Coffee"),
        ({"status": "archived"}, "Old"),
        ({"workspace": "team", "kind": "project"}, "Train"),
        ({"since": "2001-01-01", "until": "2002-01-01"}, ""),
    ],
)
def test_a_filter_narrows(browser: Client, actor: Actor, asked: dict[str, str], shown: str) -> None:
    remember(actor, "Tea at four.", kind="decision", recall_tier="always")
    remember(actor, "Ferry at noon.", tags=["shop"])
    remember(actor, "Coffee at ten.", trust="web")
    remember(actor, "Train at six.", workspace="team", kind="project")
    archive(actor, name=remember(actor, "Old days.").name)
    page = browser.get(PAGE, asked).text
    found = {text for text in ("Tea", "Ferry", "Coffee", "Train", "Old") if f">{text} " in page}
    assert found == ({shown} if shown else set())


def test_the_list_goes_on_behind_its_end(browser: Client, actor: Actor, monkeypatch: Any) -> None:
    monkeypatch.setattr("memories.dashboard.finding.ON_A_PAGE", 2)
    for word in ("one", "two", "three"):
        remember(actor, f"Number {word} is here.", name=word)
    first = browser.get(PAGE)
    assert "Number one" not in first.text
    assert "Number one" in browser.get(f"{PAGE}?{first.context['more']}").text


def test_a_workspace_that_is_not_open_is_not_there(browser: Client, charlie: User) -> None:
    browser.force_login(charlie)
    assert browser.get(f"{PAGE}?workspace=team").status_code == 404


@pytest.mark.parametrize("address", [PAGE, f"{PAGE}?q=number"])
def test_queries_do_not_grow_with_rows(
    browser: Client, actor: Actor, address: str, django_assert_num_queries: Any
) -> None:
    browser.get(address)
    for count in (2, 12):
        for number in range(count):
            remember(actor, f"Number {number} of {count}.", tags=["n"])
        with django_assert_num_queries(QUERIES[address]):
            browser.get(address)


QUERIES = {PAGE: 9, f"{PAGE}?q=number": 10}
