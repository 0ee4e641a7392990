"""Several pages at once: one that cannot be read does not keep the others."""

from __future__ import annotations

import threading

import pytest

from continuum.kernel.errors import ContinuumError, Unreachable, ValidationFailed
from tests.webtools.conftest import HTML, Sentinel, Site
from tests.webtools.weighing import weighing
from webtools.errors import AddressRefused, TooManyRedirects
from webtools.looking import Asked
from webtools.pages import Failed, Page, read_page, read_pages
from webtools.web import Web

# Of this process, with its site and services, and of Chromium; about half of it was measured.
MOST_MEMORY = 3 * 1024**3
PAGE = "<html><head><title>T</title></head><body>{}</body></html>"


async def read(web: Web, url: str, **more: object) -> Page:
    return await web.run(read_page(web, Asked(url, timeout_ms=20_000), **more))  # type: ignore[arg-type]


# --- Several


async def test_a_redirect_loop_is_told_and_keeps_nobody_else(web: Web, site: Site) -> None:
    site.redirect("/a", "/b")
    site.redirect("/b", "/a")
    ok = site.page("/ok", PAGE.format("<p>This page is fine.</p>"))
    first, second = await web.run(read_pages(web, [Asked(f"{site.base}/a"), Asked(ok)]))
    assert isinstance(first, Failed)
    assert "redirect" in first.reason
    assert isinstance(second, Page)
    assert second.text == "This page is fine."
    with pytest.raises(TooManyRedirects):
        await read(web, f"{site.base}/a")


async def test_of_twenty_pages_one_slow_one_dead_one_huge_and_one_endless_18_are_read(
    web: Web, site: Site
) -> None:
    slow = threading.Event()
    site.page("/slow", PAGE.format("late"), wait=slow)
    site.file("/huge", b"<p>A huge page.</p><!--" + b"x" * 50_000_000, HTML)
    site.page("/endless", "<p>An endless page.</p>", stream=True)
    urls = [site.page(f"/{n}", PAGE.format(f"<p>Page {n}.</p>")) for n in range(16)]
    urls += [f"{site.base}/slow", f"{site.base}/huge", f"{site.base}/endless", "http://127.0.0.1:9999/dead"]
    with weighing() as peak:
        found = await web.run(read_pages(web, [Asked(url, timeout_ms=5_000) for url in urls]))
    slow.set()
    assert 0 < peak.size < MOST_MEMORY
    failed = [page.asked for page in found if isinstance(page, Failed)]
    assert failed == [urls[16], urls[19]]
    assert [page.text for page in found[:16] if isinstance(page, Page)] == [f"Page {n}." for n in range(16)]


async def test_a_batch_tells_how_far_it_is(plain: Web, site: Site) -> None:
    told: list[tuple[int, int]] = []
    pages = [Asked(site.page(f"/{n}", f"{n}", "text/plain")) for n in range(4)]
    await plain.run(read_pages(plain, pages, told=lambda done, of, what: told.append((done, of))))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


async def test_a_batch_ends_when_its_time_is_over(plain: Web, site: Site) -> None:
    never = threading.Event()
    url = site.page("/", "x", wait=never)
    (found,) = await plain.run(read_pages(plain, [Asked(url)], seconds=0.2))
    never.set()
    assert isinstance(found, Failed)
    assert "was over" in found.reason


@pytest.mark.parametrize("count", [0, 21])
async def test_a_batch_has_an_end(plain: Web, site: Site, count: int) -> None:
    with pytest.raises(ValidationFailed):
        await plain.run(read_pages(plain, [Asked(site.base)] * count))


# --- What is refused


async def test_a_redirect_to_the_inside_is_refused(web: Web, site: Site, sentinel: Sentinel) -> None:
    for place, to in enumerate((sentinel.url, "http://169.254.169.254/latest/", "file:///etc/passwd")):
        with pytest.raises(AddressRefused) as refused:
            await read(web, site.redirect(f"/r{place}", to))
        assert sentinel.address not in refused.value.message
    assert not sentinel.touched


async def test_a_server_that_is_not_there_is_told(plain: Web, site: Site) -> None:
    with pytest.raises(ContinuumError) as told:
        await read(plain, "http://127.0.0.1:1/")
    assert "127.0.0.1" not in told.value.message


async def test_a_server_that_hangs_up_is_told(plain: Web, site: Site) -> None:
    url = site.page("/", "<p>The beginning.", headers={"Content-Length": "5000"})
    page = await read(plain, url)
    assert page.text == "The beginning."
    assert any("broke" in note for note in page.notes)


def test_the_words_of_an_error_tell_nothing_of_the_inside() -> None:
    assert "CONTINUUM_WEB_ALLOW" in AddressRefused().message
    assert Unreachable("x").code == "UNREACHABLE"
