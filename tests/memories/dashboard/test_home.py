"""The home page."""

from __future__ import annotations

import re

from django.test import Client

from continuum.kernel.actor import Actor
from memories.models import Job, Passage
from oauth.models import User
from tests.stories import remember


def test_a_stranger_is_asked_to_sign_in(client: Client, db: None) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.url) == (302, "/sign-in?next=/")


def test_an_empty_store_says_what_to_do_first(browser: Client) -> None:
    page = browser.get("/").text
    assert "Nothing is remembered yet" in page and "http://localhost:8787/mcp" in page


def test_it_shows_what_is_new_and_what_waits(browser: Client, actor: Actor) -> None:
    remember(actor, "Ana prefers tea.", name="tea")
    remember(actor, "The web says coffee.", name="coffee", trust="web", workspace="team")
    page = browser.get("/").text
    assert "Ana prefers tea." in page and "The web says coffee." in page
    assert "<strong>1</strong> waiting for you" in page and "the web</span>" in page


def test_it_says_what_happened_and_names_no_private_memory(browser: Client, actor: Actor) -> None:
    remember(actor, "Ana prefers tea.", name="tea")
    remember(actor, "Dear diary.", name="diary", sensitivity="private")
    page = browser.get("/").text
    assert 'href="/memory?name=tea"' in page and "remembered <span" in page and "by codex" in page
    assert "diary" not in page and "a memory</span> remembered" in page


def test_who_is_new_is_led_to_a_client_and_a_first_memory(browser: Client, actor: Actor) -> None:
    assert 'href="/welcome">Begin<' in browser.get("/").text
    remember(actor, "Ana prefers tea.")
    assert 'href="/welcome">Go on<' in browser.get("/").text


def test_a_workspace_that_is_not_open_is_not_there(browser: Client, charlie: User) -> None:
    assert browser.get("/?workspace=team").status_code == 200
    browser.force_login(charlie)
    assert browser.get("/?workspace=team").status_code == 404


def test_failed_work_is_shown(browser: Client, actor: Actor) -> None:
    Job.objects.create(
        workspace_id=actor.workspaces["team"], step="index", state="failed", error="EngineError"
    )
    page = browser.get("/").text
    assert "1 failed" in page and "index: EngineError" in page


def test_what_is_not_yet_indexed_is_counted(browser: Client, actor: Actor) -> None:
    remember(actor, "Ana prefers tea.")
    Passage.objects.update(vector=None, dimensions=None, model="")
    assert "1 passage" in browser.get("/").text


def test_without_a_model_it_says_that_words_are_all(browser: Client, settings) -> None:
    settings.EMBEDDING = "none"
    assert "by words only" in browser.get("/").text
    settings.EMBEDDING = "nonsense"
    assert "by words only" in browser.get("/").text


def test_nothing_runs_or_is_styled_inline(browser: Client, actor: Actor) -> None:
    remember(actor, "Ana prefers tea.", trust="web")
    for address in ("/", "/memories?q=tea", "/review", "/sign-in", "/nowhere"):
        page = browser.get(address, follow=True).text
        assert not re.search(r"<script(?! src=)|<style|style=|\son\w+=|javascript:", page), address


def test_the_page_is_kept_by_no_cache_and_no_other_site(browser: Client) -> None:
    headers = browser.get("/").headers
    assert "no-store" in headers["Cache-Control"] and headers["X-Frame-Options"] == "DENY"


def test_it_costs_a_known_number_of_queries(browser: Client, actor: Actor, django_assert_num_queries) -> None:
    for number in range(5):
        remember(actor, f"Number {number}.")
        remember(actor, f"Waiting {number}.", trust="web")
    browser.get("/")
    with django_assert_num_queries(23):
        browser.get("/")
