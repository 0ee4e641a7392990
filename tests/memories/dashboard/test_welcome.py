"""The first day."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from continuum.kernel.actor import Actor
from memories.recall.listing import list_memories
from oauth.models import PersonalToken, User
from oauth.services.tokens import issue_token
from tests.stories import remember


def test_it_tells_the_lines_for_each_client_and_waits(browser: Client) -> None:
    page = browser.get("/welcome").text
    assert "claude mcp login continuum" in page and "codex mcp add" in page and "Gemini CLI" in page
    assert "Waiting for the first client" in page and 'hx-get="/welcome/arrived"' in page


def test_a_client_that_came_by_its_token_is_there(browser: Client, alice: User) -> None:
    issue_token(alice, name="Codex at work", permissions=["memory:read"])
    assert "Waiting for the first client" in browser.get("/welcome/arrived").text
    PersonalToken.objects.update(last_used_at=timezone.now())
    part = browser.get("/welcome/arrived").text
    assert "Codex at work is connected." in part and "hx-get" not in part


def test_the_first_memory_is_the_persons_own(browser: Client, person: Actor) -> None:
    page = browser.post("/welcome/remember", {"text": "I live in Ghent."}, follow=True).text
    (kept,) = list_memories(person).memories
    assert (kept.content, kept.trust) == ("I live in Ghent.", "owner") and "Remembered." in page
    assert 'class="message error"' in browser.post("/welcome/remember", {"text": " "}, follow=True).text


def test_with_both_steps_done_it_leads_to_the_memory(browser: Client, alice: User) -> None:
    issue_token(alice, name="Codex at work", permissions=["memory:read"])
    PersonalToken.objects.update(last_used_at=timezone.now())
    answer = browser.post("/welcome/remember", {"text": "I live in Ghent."}, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/memory?name=")
    assert "Done: go to the start page" in browser.get("/welcome").text
    assert 'href="/welcome"' not in browser.get("/").text


def test_an_agents_memory_is_one_as_well(browser: Client, actor: Actor) -> None:
    remember(actor, "Ana prefers tea.", sensitivity="private")
    assert "Something is remembered already." in browser.get("/welcome").text
