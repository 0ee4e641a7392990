"""verify_quote over real pages: what cannot be read proves nothing."""

from __future__ import annotations

import threading

import pytest

from continuum.kernel.errors import ValidationFailed
from tests.webtools.conftest import HTML, Sentinel, Site
from tests.webtools.pdfs import pdf_of
from webtools.errors import AddressRefused
from webtools.looking import Asked
from webtools.quotes.matching import Standing
from webtools.quotes.verifying import Verdict, verify_quote
from webtools.web import Web

QUOTE = "The harbour opened in 1931."


async def verified(web: Web, url: str, quote: str, timeout_ms: int = 20_000) -> Verdict:
    return await web.run(verify_quote(web, Asked(url, timeout_ms=timeout_ms), quote=quote))


@pytest.mark.parametrize("browser", ["web", "plain"])
async def test_a_quote_runs_through_tags_line_breaks_and_footnotes(
    browser: str, site: Site, request: pytest.FixtureRequest
) -> None:
    html = """<p>The <em>new</em> bridge<br>will <a href="/o">open</a> on <b>12</b>&nbsp;May<sup>[3]</sup>
      after two<sup><a href="#fn">4</a></sup> years. It is 10<sup>2</sup> metres,
      <ruby>渡船<rt>とせん</rt></ruby>は</p>"""
    tools, url = request.getfixturevalue(browser), site.page("/", html)
    for quote in ("The new bridge will open on 12 May after two years.", "渡船は"):
        assert (await verified(tools, url, quote)).match.standing is Standing.VERIFIED
    for quote in ("bridgewill open", "It is 102 metres"):
        assert (await verified(tools, url, quote)).match.standing is Standing.NEAR


@pytest.mark.parametrize(
    ("path", "body", "kind", "status"),
    [
        ("/forbidden", b"no", "text/plain", 403),
        ("/empty", b"", HTML, 200),
        ("/err", b"oops", HTML, 500),
        ("/img", b"x", "image/png", 200),
        ("/gone", b"<p>gone</p>", HTML, 404),
        ("/blank", b"<html><body> </body></html>", HTML, 200),
        ("/zip", b"PK\x03\x04\0\0", "application/zip", 200),
        ("/busy", b"<p>later</p>", HTML, 429),
        ("/pdf", b"%PDF-1.4 broken", "application/pdf", 200),
        ("/video", b"\0\0\0\x18ftypmp42", "video/mp4", 200),
        ("/wall", b"<title>Sign in</title>", HTML, 401),
    ],
)
async def test_a_page_that_cannot_be_read_says_nothing_of_a_quote(
    *, plain: Web, site: Site, path: str, body: bytes, kind: str, status: int
) -> None:
    found = await verified(plain, site.file(path, body, kind, status=status), QUOTE)
    assert found.match.standing is Standing.NOT_CHECKED
    assert found.reason


async def test_a_server_that_keeps_silent_says_nothing_of_a_quote(plain: Web, site: Site) -> None:
    never = threading.Event()
    found = await verified(plain, site.page("/", "x", wait=never), QUOTE, timeout_ms=1_000)
    never.set()
    assert found.match.standing is Standing.NOT_CHECKED
    assert "1 seconds" in found.reason


async def test_a_page_that_was_not_read_to_its_end_says_nothing_of_what_is_missing(
    plain: Web, site: Site
) -> None:
    html = b"<p>The beginning of it.</p>" + b"<!--" + b"x" * 6_000_000 + b"--><p>" + QUOTE.encode() + b"</p>"
    url = site.file("/", html, HTML)
    assert (await verified(plain, url, QUOTE)).match.standing is Standing.NOT_CHECKED
    assert (await verified(plain, url, "The beginning of it.")).match.standing is Standing.VERIFIED


async def test_a_quote_in_a_closed_part_of_a_page_is_verified_and_said_to_be_hidden(
    web: Web, site: Site
) -> None:
    url = site.page("/", f"<p>Questions</p><div style='display:none'>{QUOTE}</div>")
    found = await verified(web, url, QUOTE)
    assert found.match.standing is Standing.VERIFIED
    assert "not shown" in found.reason


async def test_a_pdf_is_searched(plain: Web, site: Site) -> None:
    url = site.file("/a.pdf", pdf_of(QUOTE), "application/pdf")
    assert (await verified(plain, url, QUOTE)).match.standing is Standing.VERIFIED
    assert (await verified(plain, url, QUOTE.replace("1931", "1932"))).match.standing is Standing.NEAR


async def test_what_is_inside_is_refused_and_not_called_unreadable(
    plain: Web, site: Site, sentinel: Sentinel
) -> None:
    with pytest.raises(AddressRefused):
        await verified(plain, site.redirect("/r", sentinel.url), QUOTE)
    assert not sentinel.touched


@pytest.mark.parametrize("quote", ["", " ", "x", "x" * 6_000])
async def test_a_quote_has_a_length(plain: Web, site: Site, quote: str) -> None:
    with pytest.raises(ValidationFailed, match="quote"):
        await verified(plain, site.page("/", "x"), quote)
