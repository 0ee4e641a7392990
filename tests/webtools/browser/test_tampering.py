"""Pages that change what they are read by, say halves of characters, or set cookies that no browser takes."""

from __future__ import annotations

import pytest

from tests.webtools.conftest import Site
from webtools.looking import BROWSER_BROKE, Asked
from webtools.pages import Page, read_page
from webtools.web import Web

WORDS = f"<p>{'words enough to be read at once ' * 12}</p>"


async def read(web: Web, url: str) -> Page:
    return await web.run(read_page(web, Asked(url, timeout_ms=20_000)))


@pytest.mark.parametrize(
    "script",
    [
        "Array.prototype.join = () => 5",
        "Object.defineProperty(HTMLElement.prototype, 'innerText', {get() { return {length: 'x'} }})",
        "Object.defineProperty(document, 'title', {get() { return {a: 1} }})",
        "document.querySelectorAll = () => [{getAttribute: () => ({}), textContent: {}, id: {}}]",
    ],
)
async def test_a_page_that_tampers_with_its_reading_is_read_as_it_was_sent(
    web: Web, site: Site, script: str
) -> None:
    page = await read(web, site.page("/", f"<script>{script}</script>{WORDS}"))
    assert page.text.startswith("words enough")
    assert isinstance(page.title, str)


async def test_halves_of_characters_can_be_written_down(web: Web, site: Site) -> None:
    script = "document.title = 'a\\ud800b'; document.body.append('c\\ud800d')"
    page = await read(web, site.page("/", f"<body>{WORDS}<script>{script}</script>"))
    assert page.title == "a?b"
    assert page.text.encode().endswith(b"c?d")


@pytest.mark.parametrize("odd", ["__Secure-x=1", "__Host-x=1", "a=b; Path=x", f"a={'y' * 5_000}"])
async def test_a_cookie_that_no_browser_takes_keeps_no_page_from_being_shown(
    web: Web, site: Site, odd: str
) -> None:
    html = f"{WORDS}<script>document.write('Drawn by a script.')</script>"
    page = await read(web, site.page("/", html, headers={"Set-Cookie": odd}))
    assert page.text.endswith("Drawn by a script.")
    assert BROWSER_BROKE not in page.notes
