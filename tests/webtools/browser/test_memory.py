"""A page that takes gigabytes is ended; the browser and its other pages go on."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import psutil
import pytest

from continuum.kernel.errors import Unreachable
from tests.webtools.conftest import Site
from webtools.browser import memory
from webtools.looking import BROWSER_BROKE, Asked
from webtools.pages import Page, read_page
from webtools.picturing import screenshot_page
from webtools.web import Web

# Three gigabytes, a little at a time: a page that is not ended says that it is full.
GREEDY = """<body><p id=x>Before.</p><script>
const kept = [];
const more = () => {
  kept.push(new Uint8Array(32 * 1024 * 1024).fill(7));
  if (kept.length < 96) setTimeout(more, 20); else x.textContent = 'Full.';
};
more();
</script></body>"""
CALM = "<body><p id=x></p><script>setTimeout(() => x.textContent = 'Calm.', 2500)</script></body>"


async def read(web: Web, url: str, **more: str) -> Page:
    return await web.run(read_page(web, Asked(url, timeout_ms=30_000, **more)))  # type: ignore[arg-type]


def greediest() -> int:
    """The most bytes in memory that a process of the browser has."""
    most = 0
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            most = max(most, child.memory_info().rss)
    return most


async def test_a_page_that_takes_gigabytes_is_ended_and_the_others_go_on(
    web: Web, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    greedy, calm = site.page("/greedy", GREEDY), site.page("/calm", CALM)
    ended, other = await asyncio.gather(
        read(web, greedy, wait_for_selector="#never"), read(web, calm, wait_for_selector="#x:not(:empty)")
    )
    assert ended.text == "Before."
    assert BROWSER_BROKE in ended.notes
    assert (other.text, other.notes) == ("Calm.", ())
    assert "of memory and was ended" in caplog.text
    assert greediest() < memory.MAX_RENDERER_BYTES


async def test_no_picture_is_taken_of_a_page_that_takes_gigabytes(
    web: Web, site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    endless = GREEDY.replace("setTimeout(more, 20)", "more()")
    with pytest.raises(Unreachable):
        await web.run(screenshot_page(web, Asked(site.page("/", endless), timeout_ms=30_000)))
    assert "of memory and was ended" in caplog.text
    assert greediest() < memory.MAX_RENDERER_BYTES
