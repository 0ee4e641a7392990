"""The queue emptied by keys alone, in a real Chromium.

It needs Playwright (extra `full`) and a Chromium of the system: `make test-slow ARGS="-m browser"`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import Client

from continuum.kernel.actor import Actor
from memories.models import Revision
from oauth.models import User
from tests.stories import remember

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("review_mode")]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WAITING = 20


@pytest.fixture
def drive(server_url: str, staff: User) -> Callable[[Callable[[Any], None]], None]:
    """Runs a story with a signed-in page of Chromium; errors of the page fail it.

    In a thread of its own, since Playwright's loop would be in Django's way.
    """
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed (extra `full`)"
    )
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path: install the system's package `chromium`")
    client = Client()
    client.force_login(staff)
    cookies = [
        {"name": name, "value": kept.value, "url": server_url} for name, kept in client.cookies.items()
    ]

    def tell(story: Callable[[Any], None]) -> None:
        errors: list[str] = []
        with playwright.sync_playwright() as driver:
            chromium = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            context = chromium.new_context(base_url=server_url)
            context.add_cookies(cookies)
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto("/admin/memories/proposal/")
            story(page)
            chromium.close()
        assert errors == []

    def in_a_thread(story: Callable[[Any], None]) -> None:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(tell, story).result()

    return in_a_thread


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def statuses() -> list[str]:
    return sorted(Revision.objects.values_list("status", flat=True))


def propose(actor: Actor, count: int) -> None:
    for number in range(count):
        remember(actor, f"Fact number {number}.", name=f"fact-{number}")


def test_twenty_proposals_are_decided_without_a_mouse(drive: Any, actor: Actor) -> None:
    def story(page: Any) -> None:
        press(page, "j", *("r" if number % 3 == 0 else "a" for number in range(WAITING - 2)))
        page.wait_for_function("document.querySelectorAll('[data-row]').length === 2")
        press(page, "x", "j", "x", "a")  # the last two are selected and approved at once
        page.get_by_text("2 approved.").wait_for()
        page.get_by_text("Nothing waits.").wait_for()

    propose(actor, WAITING)
    drive(story)
    assert statuses() == ["active"] * 14 + ["rejected"] * 6


def test_a_proposal_is_opened_and_decided_on_its_page(drive: Any, actor: Actor) -> None:
    def story(page: Any) -> None:
        press(page, "j", "Enter")
        for key, name in (("j", "fact-2"), ("a", "fact-1"), ("?", "fact-0")):
            page.get_by_role("heading", name=name).wait_for()
            press(page, key)
        assert page.locator("[data-keys]").get_attribute("open") is not None
        press(page, "u")
        page.wait_for_url("**/proposal/")

    propose(actor, 3)
    drive(story)
    assert statuses() == ["active", "proposed", "proposed"]


def test_a_stale_proposal_says_why_it_stays(drive: Any, actor: Actor, person: Actor) -> None:
    def story(page: Any) -> None:
        press(page, "j", "a")
        page.get_by_role("alert").get_by_text("has changed since").wait_for()

    remember(actor, "Coffee.", name="drink")
    remember(person, "Tea.", name="drink")
    drive(story)
    assert statuses() == ["active", "proposed"]


def test_a_proposal_is_edited_and_approved_by_keys(drive: Any, actor: Actor) -> None:
    def story(page: Any) -> None:
        press(page, "j", "e")
        page.wait_for_function("document.activeElement.id === 'rq-content'")
        press(page, "Control+a")
        page.keyboard.type("The office is in Bruges, and j k a r x stay letters.")
        press(page, "Control+Enter")
        page.get_by_text("Approved in your words.").wait_for()

    remember(actor, "The office is in Ghent.", name="office")
    drive(story)
    active = Revision.objects.get(status="active")
    assert active.content == "The office is in Bruges, and j k a r x stay letters."
