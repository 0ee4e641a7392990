"""Cases of the handed set that need all the tools or a whole batch, and ten pages that make themselves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from tests.webtools.conftest import Site, needs_chromium, resolving
from webtools.checking import check_url
from webtools.errors import AddressRefused, BadAddress
from webtools.extracting import extract_structured
from webtools.looking import Asked
from webtools.pages import Failed, Page, read_page, read_pages
from webtools.picturing import fetch_image, screenshot_page
from webtools.quotes.verifying import verify_quote
from webtools.settings import WebSettings
from webtools.web import Web

INSIDE = [
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://0.0.0.0:8000/",
    "http://127.0.0.%31/",
    "http://１２７.０.０.１/",
    "http://127.0.0.1./",
    "http://0251.254.169.254/",
    "http://100.100.100.200/",
    "http://10.1.2.3/",
    "http://172.31.0.1/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://example.com:pass@169.254.169.254/latest/",
    "http://example.com:80@10.0.0.5/",
    "http://127.0.0.1:6666\\@1.1.1.1/",
    "http://1.1.1.1\\@127.0.0.1/",
    "http://user:pw@localhost/",
    "http://127.0.0.1#@example.com/",
    "http://localhoste\\@localhost/",
    "http:127.0.0.1",
    "http:///127.0.0.1/",
    "HTTP://LOCALHOST/",
    "http://127。0。0。1/",
    "http://[::ffff:127.0.0.1]@127.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://host.docker.internal/",
    "http://metadata.google.internal/",
    "http://postgres:5432/",
    "http://redis:6379/",
    "http://internal.qa.test/",
    "http://mixed.qa.test/",
    "http://seven.qa.test/",
    "file:///etc/passwd",
    "file://localhost/etc/hosts",
    "view-source:file:///etc/passwd",
    "data:text/html,<h1>x</h1>",
    "ftp://example.com/",
    "gopher://127.0.0.1:6379/_INFO",
    "chrome://version",
    "about:blank",
    "javascript:alert(1)",
    "ws://127.0.0.1/",
    "FILE:///etc/passwd",
    "http://127.0.0.1\t/",
    "http://exa\nmple.com@127.0.0.1/",
    " file:///etc/passwd",
]
NAMES = {
    "internal.qa.test": ["10.0.0.5"],
    "mixed.qa.test": ["93.184.216.34", "127.0.0.1"],
    "seven.qa.test": ["::ffff:127.0.0.1"],
}
TOOLS: list[Callable[[Web, str], Coroutine[Any, Any, object]]] = [
    lambda web, url: read_page(web, Asked(url)),
    lambda web, url: screenshot_page(web, Asked(url)),
    fetch_image,
    check_url,
    lambda web, url: verify_quote(web, Asked(url), quote="anything at all"),
    lambda web, url: extract_structured(web, Asked(url), schema="all"),
]


@pytest.mark.parametrize("url", INSIDE)
async def test_no_handed_address_is_opened(url: str) -> None:
    web = Web(WebSettings(browser="none"), resolve=resolving(NAMES))
    for tool in [TOOLS[0], *TOOLS[2:]]:
        with pytest.raises((AddressRefused, BadAddress)):
            await web.run(tool(web, url))
    (found,) = await web.run(read_pages(web, [Asked(url)]))
    assert isinstance(found, Failed)
    web.close()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("url", [INSIDE[0], INSIDE[10], "http://mixed.qa.test/", "file:///etc/passwd"])
async def test_no_picture_of_a_handed_address_is_taken(url: str) -> None:
    needs_chromium()
    web = Web(WebSettings(), resolve=resolving(NAMES))
    with pytest.raises((AddressRefused, BadAddress)):
        await web.run(TOOLS[1](web, url))
    web.close()


async def test_a_loop_a_slow_a_missing_and_a_good_page_each_have_their_result(web: Web, site: Site) -> None:
    slow = threading.Event()
    loop = site.page("/m", "<meta http-equiv=refresh content='0'><p>Round and round.</p>")
    site.page("/slow", "late", wait=slow)
    ok = site.page("/ok", "<p>This page is fine.</p>")
    urls = [loop, f"{site.base}/slow", f"{site.base}/gone", ok]
    looped, late, gone, good = await web.run(read_pages(web, [Asked(url, timeout_ms=5_000) for url in urls]))
    slow.set()
    assert isinstance(looped, Page) and "Round and round" in looped.text and looped.url == loop
    assert isinstance(late, Failed) and late.reason
    assert isinstance(gone, Page) and gone.status == 404
    assert isinstance(good, Page) and (good.text, good.url) == ("This page is fine.", ok)


@pytest.mark.parametrize(
    "html",
    [
        "<p id=x></p><script>x.textContent = 'made ' + 'here'</script>",
        "<script>document.write('<p>made here</p>')</script>",
        "<p id=x></p><script>setTimeout(() => x.textContent = 'made here', 300)</script>",
        "<p id=x></p><script>onload = () => x.append('made here')</script>",
        "<p id=x></p><script type=module>x.append('made here')</script>",
        "<body><template id=t><p>made here</p></template><script>document.body.append(t.content)</script>",
        "<p id=x></p><script>Promise.resolve().then(() => x.append('made here'))</script>",
        "<p id=x></p><script>requestAnimationFrame(() => x.append('made here'))</script>",
        "<div id=x></div><script>x.attachShadow({mode: 'open'}).innerHTML = 'made <b>here</b>'</script>",
        "<iframe id=x></iframe><script>x.contentDocument.body.append('made here')</script>",
        "<p id=x></p><script>history.pushState(0, '', '/other'); x.append('made here')</script>",
        "<p id=w></p><img onerror=\"this.remove(); w.append('made here')\" src=/none>",
    ],
)
async def test_what_a_page_makes_of_itself_is_read(web: Web, site: Site, html: str) -> None:
    page = await web.run(read_page(web, Asked(site.page("/", html), timeout_ms=20_000)))
    assert page.text.replace("*", "") == "made here"
