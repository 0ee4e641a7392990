"""One browser for all pages: started when needed, started again when killed, stopped when idle."""

from __future__ import annotations

import asyncio
import os
import signal
import time

import psutil
import pytest

from tests.webtools.conftest import Site, needs_chromium
from webtools.browser import finding
from webtools.browser.finding import ANY, NONE, find_chromium, launch_options
from webtools.looking import BROWSER_BROKE, Asked
from webtools.pages import Failed, Page, read_page, read_pages
from webtools.settings import WebSettings
from webtools.web import Web

DEADLINE = 60.0


def browsers() -> list[psutil.Process]:
    """The processes of Chromium that this process has started."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if "--headless" in " ".join(child.cmdline()) and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def own(before: set[int]) -> list[psutil.Process]:
    return [each for each in browsers() if each.pid not in before]


def mains(before: set[int]) -> list[psutil.Process]:
    return [each for each in own(before) if "--type=" not in " ".join(each.cmdline())]


async def gone(before: set[int]) -> bool:
    ends = time.monotonic() + DEADLINE
    while own(before) and time.monotonic() < ends:
        await asyncio.to_thread(time.sleep, 0.1)
    return not own(before)


def tools(site: Site, **more: float) -> Web:
    needs_chromium()
    return Web(WebSettings(allow=(f"127.0.0.1:{site.port}",), **more))  # type: ignore[arg-type]


async def read(web: Web, url: str) -> Page:
    return await web.run(read_page(web, Asked(url, timeout_ms=30_000)))


SCRIPTED = "<body><script>document.write('<p>Drawn by a script.</p>')</script></body>"


@pytest.mark.browser
async def test_a_browser_that_is_killed_is_started_again(site: Site) -> None:
    before = {each.pid for each in browsers()}
    web, url = tools(site), site.page("/", SCRIPTED)
    assert (await read(web, url)).text == "Drawn by a script."
    for process in mains(before):
        os.kill(process.pid, signal.SIGKILL)
    again = await read(web, url)
    assert again.text == "Drawn by a script."
    assert BROWSER_BROKE not in again.notes
    web.close()
    assert await gone(before)


@pytest.mark.browser
@pytest.mark.slow
async def test_pages_that_are_open_while_it_is_killed_are_shown_again(site: Site) -> None:
    before = {each.pid for each in browsers()}
    web = tools(site)
    slow = "<body><script>setTimeout(() => document.body.innerHTML = '<p>At last.</p>', 600)</script></body>"
    await read(web, site.page("/warm", SCRIPTED))
    urls = [site.page(f"/{n}", slow) for n in range(4)]
    reading = asyncio.gather(*(read(web, url) for url in urls))
    await asyncio.sleep(0.3)
    for process in mains(before):
        os.kill(process.pid, signal.SIGKILL)
    assert {page.text for page in await reading} == {"At last."}
    web.close()
    assert await gone(before)


@pytest.mark.browser
@pytest.mark.slow
async def test_a_driver_that_is_killed_is_started_again(site: Site) -> None:
    before = {each.pid for each in browsers()}
    web, url = tools(site), site.page("/", SCRIPTED)
    await read(web, url)
    for child in psutil.Process().children():
        if "playwright" in " ".join(child.cmdline()) and any(
            each.pid in {grand.pid for grand in child.children(recursive=True)} for each in own(before)
        ):
            child.kill()
    assert (await read(web, url)).text == "Drawn by a script."
    web.close()
    assert await gone(before)


@pytest.mark.browser
@pytest.mark.slow
async def test_fifty_pages_at_once_leave_no_browser_behind(site: Site) -> None:
    before = {each.pid for each in browsers()}
    web = tools(site)
    urls = [site.page(f"/{n}", SCRIPTED) for n in range(50)]
    parts = [
        [Asked(url, timeout_ms=60_000) for url in urls[start : start + 10]] for start in range(0, 50, 10)
    ]
    found = await asyncio.gather(*(web.run(read_pages(web, part, seconds=300)) for part in parts))
    pages = [page for part in found for page in part]
    assert [page for page in pages if isinstance(page, Failed)] == []
    assert len(mains(before)) == 1
    assert {page.text for page in pages if isinstance(page, Page)} == {"Drawn by a script."}
    web.close()
    assert await gone(before)


@pytest.mark.browser
@pytest.mark.slow
async def test_a_browser_that_nobody_uses_is_stopped_and_comes_back(site: Site) -> None:
    before = {each.pid for each in browsers()}
    web, url = tools(site, browser_idle_seconds=0.2), site.page("/", SCRIPTED)
    await read(web, url)
    assert await gone(before)
    assert (await read(web, url)).text == "Drawn by a script."
    web.close()
    assert await gone(before)


@pytest.mark.browser
@pytest.mark.slow
async def test_a_page_that_crashes_the_renderer_leaves_what_the_server_sent(site: Site) -> None:
    web = tools(site)
    html = (
        "<body><p>Before.</p><script>const a = []; for (;;) a.push(new Array(1e7).fill(1.5))</script></body>"
    )
    page = await web.run(read_page(web, Asked(site.page("/", html), timeout_ms=8_000)))
    assert page.text == "Before."
    assert page.notes
    assert (await read(web, site.page("/ok", SCRIPTED))).text == "Drawn by a script."
    web.close()


async def test_a_browser_that_does_not_start_leaves_what_the_server_sent(site: Site) -> None:
    needs_chromium()
    web = Web(WebSettings(allow=(f"127.0.0.1:{site.port}",), browser="/bin/false"))
    page = await read(web, site.page("/", "<p>Sent.</p>"))
    web.close()
    assert page.text == "Sent."
    assert BROWSER_BROKE in page.notes


def test_a_chosen_browser_is_taken_or_none(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_chromium("/bin/sh") == "/bin/sh"
    assert find_chromium("/no/such/browser") is None
    assert find_chromium(NONE, bundled="/bin/sh") is None
    monkeypatch.setattr(finding.shutil, "which", lambda name: None)
    assert find_chromium(ANY, bundled="/bin/sh") == "/bin/sh"
    assert find_chromium(ANY, bundled="/no/such/browser") is None
    assert find_chromium(ANY) is None


@pytest.mark.parametrize(
    ("root", "asked", "sandboxed"), [(True, True, False), (False, True, True), (False, False, False)]
)
def test_the_sandbox_is_off_for_root_alone(
    monkeypatch: pytest.MonkeyPatch, root: bool, asked: bool, sandboxed: bool
) -> None:
    monkeypatch.setattr(finding.os, "geteuid", lambda: 0 if root else 1_000)
    options = launch_options("/bin/sh", proxy="http://127.0.0.1:1", sandbox=asked)
    assert options["chromium_sandbox"] is sandboxed
    assert "--no-sandbox" not in options["args"]
