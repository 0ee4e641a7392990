"""What people come for, done in a real browser: a first day, fifty proposals by keyboard, a memory's life."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from memories import access
from memories.models import Memory, Revision
from memories.recall.reading import get_memory
from oauth.models import User
from oauth.services.sign_in import issue_sign_in_link
from tests.conftest import agent_actor, person_actor
from tests.journeys.mcp import agent, told
from tests.pages.conftest import Browser
from tests.pages.looking import overlapping, sticking_out, violations
from tests.pages.story import HOSTILE, newcomer, propose_many
from tests.stories import remember

FIFTY = 50


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def statuses(user: User) -> Counter[str]:
    with access.acting(person_actor(user)) as person:
        held = access.revisions(person.workspaces.values())
        return Counter(held.values_list("status", flat=True))


async def ask(url: str, token: str) -> str:
    """A real client's question over MCP."""
    async with agent(url, token) as client:
        return str(await told(client, "memory_recall", query="Where do I live?"))


def test_a_first_day_ends_with_a_client_and_a_memory(browser: Browser, stage: Any) -> None:
    path = f"/sign-in/link/{issue_sign_in_link(newcomer('fern'))}"
    answers: list[str] = []

    def story(page: Any) -> None:
        page.goto(path)
        page.get_by_role("main").get_by_role("button").first.click()
        page.get_by_role("link", name="Begin", exact=True).click()
        page.get_by_label("A fact, a decision").fill("I live in Ghent and write Python.")
        page.get_by_role("button", name="Remember it").click()
        page.get_by_text("Something is remembered already.").wait_for()
        page.get_by_text("With a token, for scripts").click()
        page.get_by_label("Who connects").fill("My laptop")
        page.get_by_role("button", name="Make the lines to paste").click()
        token = page.locator("pre").last.inner_text().split()[-1]
        page.goto("/welcome")
        page.get_by_text("Waiting for the first client").wait_for()
        with ThreadPoolExecutor(1) as apart:
            answers.append(apart.submit(asyncio.run, ask(browser.url, token)).result())
        page.get_by_text("My laptop is connected.").wait_for()
        page.get_by_role("link", name="Done: go to the start page").or_(
            page.locator(".arrived")
        ).first.wait_for()

    browser.tell(story, who=None)
    assert "I live in Ghent" in answers[0]


def test_fifty_proposals_are_reviewed_by_keyboard(browser: Browser, stage: Any) -> None:
    user = newcomer("erin")
    propose_many(user, FIFTY)

    def story(page: Any) -> None:
        page.goto("/review")
        for number in range(30):
            press(page, "r" if number % 3 == 0 else "a")
        page.wait_for_function("() => document.querySelectorAll('[data-row]').length === 20")
        press(page, "j", "j", "x", "j", "x", "j", "x", "r")
        page.get_by_text("3 rejected.").wait_for()
        press(page, "z")
        page.get_by_text("Taken back: 3 wait again.").wait_for()
        press(page, "j", "e")
        page.locator("#edited").fill("Supplier forty-nine delivers on Mondays.")
        press(page, "Control+Enter")
        page.get_by_text("Approved in your words.").wait_for()
        while page.locator("[data-row]").count():
            press(page, "a")
            page.wait_for_timeout(30)
        page.get_by_text("Nothing waits").wait_for()

    browser.tell(story, who=user)
    found = statuses(user)
    assert (found["proposed"], found["active"], found["rejected"]) == (0, 40, 13)


def test_a_slip_of_the_finger_is_undone_by_the_toast(browser: Browser, stage: Any) -> None:
    user = newcomer("gwen")
    propose_many(user, 2)

    def story(page: Any) -> None:
        page.goto("/review")
        press(page, "r")
        page.locator(".toasts [data-undo]").click()
        page.get_by_text("Taken back: it waits again.").wait_for()

    browser.tell(story, who=user)
    assert statuses(user) == {"proposed": 2, "rejected": 1}


@pytest.mark.parametrize("look", ["phone-light", "desktop-dark"])
def test_a_contradiction_is_seen_and_decided_by_buttons(
    browser: Browser, stage: Any, look: str, pictures: Path | None
) -> None:
    user, (seen, theme) = newcomer(f"mona-{look}"), look.split("-")
    with access.acting(agent_actor(user)) as codex:
        remember(codex, "The shop is deployed every Tuesday at ten.", name="deploys")
        remember(codex, "The shop is deployed every Wednesday at ten.", name="release", trust="web")

    def story(page: Any) -> None:
        page.goto("/review")
        page.locator("[data-open]").click()
        page.locator("[data-one] mark").get_by_text("Tuesday").wait_for()
        if pictures is not None:
            page.screenshot(path=pictures / f"review-one-{look}.png", full_page=True)
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")  # below it the buttons stay in view
        assert sticking_out(page) + overlapping(page) + violations(page) == []
        page.get_by_role("button", name="Approve and replace the other").click()
        page.get_by_text("Nothing waits").wait_for()

    browser.tell(story, who=user, seen=seen, theme=theme)
    assert statuses(user) == {"active": 1, "superseded": 1}


def test_keys_can_be_switched_off(browser: Browser, stage: Any) -> None:
    user = newcomer("liam")
    propose_many(user, 2)

    def story(page: Any) -> None:
        page.goto("/review")
        press(page, "?")
        page.get_by_label("Keys are on").uncheck()
        page.locator("h1").click()
        press(page, "a")
        page.reload()
        press(page, "a")
        assert page.locator("[data-row]").count() == 2 and page.locator("[data-row][aria-busy]").count() == 0

    browser.tell(story, who=user)
    assert statuses(user) == {"proposed": 2}


def test_a_decision_that_fails_is_told_where_it_was_taken(browser: Browser, stage: Any) -> None:
    user = newcomer("hugo")
    with access.acting(agent_actor(user)) as codex:
        remember(codex, "Tea at five.", name="tea", trust="web")
    with access.acting(person_actor(user)) as person:
        remember(person, "Tea at four.", name="tea")

    def story(page: Any) -> None:
        page.goto("/review")
        page.evaluate("() => document.querySelector('[data-one]').remove()")  # as before it was looked at
        press(page, "a")
        page.locator("[data-row] [data-error]").get_by_text("has changed since").wait_for()

    browser.tell(story, who=user)
    assert statuses(user)["proposed"] == 1


def test_a_memory_is_edited_compared_and_set_back(browser: Browser, stage: Any) -> None:
    user = newcomer("iris")
    with access.acting(person_actor(user)) as person:
        remember(person, "Tea at four.", name="tea")

    def story(page: Any) -> None:
        page.goto("/memories")
        page.get_by_role("link", name="tea", exact=True).click()
        page.get_by_role("link", name="Edit").click()
        page.get_by_label("Text").fill("Tea at five.")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved as version 2.").wait_for()
        page.get_by_role("button", name="Compare the two").click()
        assert page.locator("del").inner_text() == "four" and page.locator("ins").inner_text() == "five"
        page.go_back()
        page.get_by_role("button", name="Set back to version 1").click()
        page.get_by_text("as version 3.").wait_for()

    browser.tell(story, who=user)
    with access.acting(person_actor(user)) as person:
        assert get_memory(person, name="tea").content == "Tea at four."


def test_a_memory_is_forgotten_with_its_receipt(browser: Browser, stage: Any) -> None:
    user = newcomer("june")
    with access.acting(person_actor(user)) as person:
        remember(person, "Tea at four.", name="tea")

    def story(page: Any) -> None:
        page.goto("/memory?name=tea")
        page.get_by_role("link", name="Forget").click()
        page.get_by_role("button", name="Forget it for good").click()
        page.get_by_role("heading", name="Forgotten").wait_for()
        assert page.locator("tbody tr").first.inner_text().split("\t") == ["versions of the text", "1"]

    browser.tell(story, who=user)
    with access.acting(person_actor(user)):
        assert not Memory.objects.exists() and not Revision.objects.exists()


def test_what_is_hostile_runs_nowhere_and_is_seen(browser: Browser, stage: Any) -> None:
    user = newcomer("kurt")
    with access.acting(agent_actor(user)) as codex:
        remember(codex, HOSTILE, name="hostile")
        remember(
            codex, f"{HOSTILE} again", name="proposed", trust="web", source="<img src=x onerror=alert(1)>"
        )

    def story(page: Any) -> None:
        for address in (
            "/",
            "/memories?q=script",
            "/memory?name=hostile",
            "/memory/edit?name=hostile",
            "/review",
        ):
            page.goto(address)
            main = page.locator("main")
            assert "<script>window.ran" in main.inner_text() + "".join(
                main.locator("textarea").evaluate_all(TYPED)
            )
            assert page.locator("main img, main script, main a[href^=javascript]").count() == 0
            assert page.evaluate("() => window.ran") is None
        assert page.locator(".unseen", has_text="U+202E").count() > 0

    browser.tell(story, who=user)


TYPED = "(all) => all.map((one) => one.value)"
