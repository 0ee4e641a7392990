"""Reads one page again and again: by fetch_page, by bare Playwright, by the official fetch server, in turn.

Bare Playwright opens a context, goes there and takes the content; fetch_page does that behind the guard and
makes Markdown of it. Prints a table and a RESULT line, and writes bench/web/RESULTS.md.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.async_api import async_playwright

from bench.machine import _commit, _processor
from bench.web.fetchers import fetch, fetch_server, is_installed
from bench.web.shop import PARAGRAPHS, shop
from webtools.browser.finding import ANY, find_chromium
from webtools.looking import Asked
from webtools.pages import Page, read_page, read_pages
from webtools.settings import WebSettings
from webtools.web import Web

ROUNDS = 40
WARM = 3
AT_ONCE, BATCHES = 20, 2
RESULTS = Path(__file__).with_name("RESULTS.md")
GONE_SECONDS = 30.0


@dataclass
class Times:
    """Seconds of each way to read the page, and pages a second with many at once."""

    ours: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    fetcher: list[float] = field(default_factory=list)
    per_second: float = 0.0
    leaked: int = 0


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    if find_chromium(ANY) is None:
        print("No Chromium on the path: install one (on Debian: apt install chromium).", file=sys.stderr)
        return 1
    before = _browsers()
    with shop() as port:
        times = asyncio.run(_measured(port, rounds))
    times.leaked = _left(before)
    told = _told(times)
    RESULTS.write_text(told)
    print(told)
    print(f"RESULT {json.dumps(_figures(times))}")
    return 0


async def _measured(port: int, rounds: int) -> Times:
    times, url = Times(), f"http://127.0.0.1:{port}/"
    web = Web(WebSettings(allow=(f"127.0.0.1:{port}",)))
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=find_chromium(ANY))
        for turn in range(rounds + WARM):
            ways: list[tuple[list[float], Callable[[], Awaitable[object]]]] = [
                (times.ours, lambda: _ours(web, url)),
                (times.bare, lambda: _bare(browser, url)),
            ]
            for seconds, way in ways if turn % 2 else reversed(ways):
                took = await _timed(way)
                if turn >= WARM:
                    seconds.append(took)
        await browser.close()
    times.per_second = await _many(web, url)
    web.close()
    if is_installed():
        times.fetcher = await _fetcher(url, rounds)
    return times


async def _timed(way: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await way()
    return time.perf_counter() - began


async def _ours(web: Web, url: str) -> None:
    page = await web.run(read_page(web, Asked(url), most=100_000))
    _require_whole(page.text)


async def _bare(browser: Any, url: str) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(url)
    _require_whole(await page.content())
    await context.close()


def _require_whole(text: str) -> None:
    if f"Paragraph {PARAGRAPHS - 1} " not in text or "high tide at noon" not in text:
        raise RuntimeError("the page was not read whole")


async def _many(web: Web, url: str) -> float:
    began = time.perf_counter()
    for _ in range(BATCHES):
        pages = await web.run(read_pages(web, [Asked(f"{url}?{n}") for n in range(AT_ONCE)]))
        if not all(isinstance(page, Page) for page in pages):
            raise RuntimeError("a page of many was not read")
    return AT_ONCE * BATCHES / (time.perf_counter() - began)


async def _fetcher(url: str, rounds: int) -> list[float]:
    async with fetch_server() as client:
        for _ in range(WARM):
            await fetch(client, url)
        return [await _timed(lambda: fetch(client, url)) for _ in range(rounds)]


def _browsers() -> set[int]:
    """The browsers that this process has started."""
    return {
        child.pid
        for child in psutil.Process().children(recursive=True)
        if child.status() != psutil.STATUS_ZOMBIE and "--headless" in " ".join(child.cmdline())
    }


def _left(before: set[int]) -> int:
    """How many are still there after a while in which a browser that ends does end."""
    ends = time.monotonic() + GONE_SECONDS
    while _browsers() - before and time.monotonic() < ends:
        time.sleep(0.1)
    return len(_browsers() - before)


def _figures(times: Times) -> dict[str, float]:
    figures = {
        "page_ratio": round(median(times.ours) / median(times.bare), 3),
        "page_ms": round(median(times.ours) * 1_000, 1),
        "bare_ms": round(median(times.bare) * 1_000, 1),
        "pages_per_second": round(times.per_second, 2),
        "leaked_processes": times.leaked,
    }
    if times.fetcher:
        figures["fetch_server_ms"] = round(median(times.fetcher) * 1_000, 1)
    return figures


def _told(times: Times) -> str:
    figures = _figures(times)
    fetcher = f"{figures['fetch_server_ms']:.0f} ms" if times.fetcher else "not installed"
    return f"""# What reading a page costs

Written by `make bench-web`: {len(times.ours)} rounds, each way in turn, medians. Ratios mean more than
milliseconds, which belong to the machine and to what else it was doing.

| | |
| --- | --- |
| commit | {_commit()} |
| processor | {_processor()}, {os.cpu_count()} cores |

| what | measured | target |
| --- | --- | --- |
| `fetch_page`: guard, proxy, Chromium, Markdown | {figures["page_ms"]:.0f} ms | |
| bare Playwright: context, goto, content | {figures["bare_ms"]:.0f} ms | |
| `fetch_page` against bare Playwright | {figures["page_ratio"]:.2f} times | at most 1.3 |
| `fetch_pages`, {AT_ONCE} at once | {figures["pages_per_second"]:.1f} pages a second | |
| the official fetch server (no browser, no scripts) | {fetcher} | |
| browser processes left behind | {figures["leaked_processes"]:.0f} | 0 |

The page has {PARAGRAPHS} paragraphs, a table, code, a style sheet, a script that adds a line, and pictures.
Bare Playwright and `fetch_page` bring that line, the fetch server does not: it reads what the server sends.
Its time includes the way over stdio.
"""
