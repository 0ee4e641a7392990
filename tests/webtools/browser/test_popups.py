"""Windows that a page opens are denied at once and keep nobody waiting."""

from __future__ import annotations

from tests.webtools.conftest import Site
from webtools.looking import Asked
from webtools.pages import read_page
from webtools.web import Web


async def test_forty_popups_are_denied_and_the_page_is_read(web: Web, site: Site) -> None:
    site.page("/popup", "<p>A window that nobody wants.</p>")
    script = (
        "let got = 0; for (let n = 0; n < 40; n++) if (open('/popup?' + n)) got++; x.append(got + ' opened')"
    )
    url = site.page("/", f"<p id=x></p><script>{script}</script>")
    page = await web.run(read_page(web, Asked(url, timeout_ms=20_000)))
    assert page.text == "0 opened"
    assert not any(path.startswith("/popup") for path in site.paths)
