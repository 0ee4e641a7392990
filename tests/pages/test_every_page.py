"""What holds for every page: nothing sticks out, nothing overlaps, axe finds nothing serious in either theme,
and the policy lets everything through that the page asks for (the browser's complaints fail the story).

With CONTINUUM_PICTURES set to a folder, pictures of every page go there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.pages.conftest import Browser
from tests.pages.listed import PAGES, Page
from tests.pages.looking import overlapping, sticking_out, violations
from tests.pages.story import Cast

POLICY = ("default-src 'none'", "script-src 'self'", "style-src 'self'")


@pytest.mark.parametrize("listed", PAGES, ids=[page.name for page in PAGES])
@pytest.mark.parametrize("look", ["desktop-light", "phone-dark"])
def test_a_page_fits_is_accessible_and_keeps_to_the_policy(
    browser: Browser, stage: Cast, listed: Page, look: str, pictures: Path | None
) -> None:
    seen, theme = look.split("-")

    def story(page: Any) -> None:
        answer = page.goto(listed.path)
        policy = answer.headers["content-security-policy"]
        assert all(part in policy for part in POLICY) and "unsafe" not in policy
        assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == theme
        if pictures is not None:
            page.screenshot(path=pictures / f"{listed.name}-{look}.png", full_page=True)
        assert sticking_out(page) == []
        assert overlapping(page) == []
        assert violations(page) == []

    who = getattr(stage, listed.who) if listed.who else None
    browser.tell(story, who=who, seen=seen, theme=theme, may_fail=listed.fails)


@pytest.mark.parametrize("listed", PAGES, ids=[page.name for page in PAGES])
def test_a_page_can_be_read_without_javascript(browser: Browser, stage: Cast, listed: Page) -> None:
    def story(page: Any) -> None:
        page.goto(listed.path)
        assert page.locator("h1").first.is_visible()
        if listed.who:
            page.locator("details.menu > summary").click()
            assert page.locator(".sheet nav a").first.is_visible()

    who = getattr(stage, listed.who) if listed.who else None
    browser.tell(story, who=who, seen="phone", may_fail=listed.fails, java_script_enabled=False)
