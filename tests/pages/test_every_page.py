"""What holds for every page: nothing sticks out, nothing overlaps, axe finds nothing serious in either theme,
and the policy lets everything through that the page asks for (the browser's complaints fail the story).

With CONTINUUM_PICTURES set to a folder, pictures of every page go there (`make screenshots`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oauth.models import User
from tests.pages.conftest import WIDTHS, Browser
from tests.pages.listed import PAGES, Page
from tests.pages.looking import CONTRAST, overlapping, sticking_out, violations
from tests.pages.story import Cast

POLICY = {"default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"}
every_page = pytest.mark.parametrize("listed", PAGES, ids=[page.name for page in PAGES])


def reader(stage: Cast, listed: Page) -> User | None:
    return getattr(stage, listed.who) if listed.who else None


def as_listed(listed: Page) -> dict[str, Any]:
    return {"may_fail": listed.fails, "locale": listed.language, "confirmed": listed.confirmed}


def address(stage: Cast, listed: Page) -> str:
    return listed.path.format(**stage.made)


def strict(policy: str) -> bool:
    """Scripts from this server alone, or none at all (the page on which somebody is let in)."""
    parts = set(policy.split("; "))
    scripts = {part for part in parts if part.startswith("script-src")}
    return parts >= POLICY and scripts <= {"script-src 'self'"} and "unsafe" not in policy


def fits(page: Any) -> bool:
    assert sticking_out(page) == []
    assert overlapping(page) == []
    return True


@every_page
def test_a_page_fits_is_accessible_and_keeps_to_the_policy(
    browser: Browser, stage: Cast, listed: Page
) -> None:
    def story(page: Any) -> None:
        assert strict(page.goto(address(stage, listed)).headers["content-security-policy"])
        assert fits(page) and violations(page) == []
        page.set_viewport_size(dict(zip(("width", "height"), WIDTHS["phone"], strict=True)))
        assert fits(page)
        page.evaluate("() => { document.documentElement.dataset.theme = 'dark' }")
        assert violations(page, CONTRAST) == []

    browser.tell(story, who=reader(stage, listed), theme="light", **as_listed(listed))


@pytest.mark.slow
@every_page
@pytest.mark.parametrize("look", ["desktop-light", "desktop-dark", "phone-light", "phone-dark"])
def test_a_page_is_fit_to_be_seen_in_every_look(
    browser: Browser, stage: Cast, listed: Page, look: str, pictures: Path | None
) -> None:
    seen, theme = look.split("-")

    def story(page: Any) -> None:
        page.goto(address(stage, listed))
        assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == theme
        if pictures is not None:
            page.screenshot(path=pictures / f"{listed.name}-{look}.png", full_page=True)
        assert fits(page) and violations(page) == []

    browser.tell(story, who=reader(stage, listed), seen=seen, theme=theme, **as_listed(listed))


@pytest.mark.slow
@every_page
def test_a_page_can_be_read_without_javascript(browser: Browser, stage: Cast, listed: Page) -> None:
    def story(page: Any) -> None:
        page.goto(address(stage, listed))
        assert page.locator("h1").first.is_visible()
        if listed.who:
            page.locator("details.menu > summary").click()
            assert page.locator(".sheet nav a").first.is_visible()

    options = {**as_listed(listed), "java_script_enabled": False}
    browser.tell(story, who=reader(stage, listed), seen="phone", **options)
