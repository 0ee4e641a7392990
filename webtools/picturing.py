"""screenshot_page and fetch_image."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from http import HTTPStatus

from continuum.kernel.errors import ConfigurationProblem
from webtools.browser.running import Browser
from webtools.browser.showing import Shown, showing
from webtools.errors import ContentRefused
from webtools.fetching.client import Wish
from webtools.fetching.fetched import Fetched
from webtools.guard.urls import read_url
from webtools.limits import (
    DEFAULT_TIMEOUT_MS,
    LEAST_TIMEOUT_MS,
    MAX_IMAGE_BYTES,
    MAX_PIXELS,
    MAX_SIDE,
    VIEWPORT,
)
from webtools.looking import CUTS, UNFINISHED, Asked, wanted
from webtools.pictures import Picture, picture_of
from webtools.reading.charset import decode
from webtools.reading.kinds import Kind, is_svg, kind_of
from webtools.web import Web

_SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
_SVG_SECONDS = 10.0
# Of these a browser shows nothing: it stays where it was.
_WITHOUT_PAGE = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT})


async def screenshot_page(web: Web, asked: Asked, *, full_page: bool = False) -> Picture:
    """The page as a PNG of 1280 by 800, or of its full height up to MAX_SIDE.

    Raises ConfigurationProblem (no browser here), ContentRefused (not a page), and what fetching raises.
    """
    target, seconds = read_url(asked.url), asked.seconds
    ends = asyncio.get_running_loop().time() + seconds
    browser = await _browser(web)
    async with await web.room():
        client = await web.client()
        fetched = await client.get(target, Wish(seconds=seconds, most=wanted, headers=asked.headers))
        if fetched.status in _WITHOUT_PAGE:
            raise ContentRefused(
                f"The server answered with status {fetched.status}: there is no page to show."
            )
        if kind_of(fetched.body, fetched.content_type) is Kind.IMAGE:
            raise ContentRefused("That is a picture, not a page: fetch_image brings it.")
        if kind_of(fetched.body, fetched.content_type) not in {Kind.HTML, Kind.TEXT, Kind.EMPTY}:
            raise ContentRefused(
                f"Not a page but {fetched.content_type or 'a file'}: fetch_page reads PDFs as text."
            )
        left = max(LEAST_TIMEOUT_MS / 1_000, ends - asyncio.get_running_loop().time())
        async with showing(browser, seconds=left) as shown:
            data, notes = await _taken(shown, fetched, full_page=full_page)
            url = shown.page.url
    return await asyncio.to_thread(picture_of, data, url=url, notes=tuple(notes))


async def _browser(web: Web) -> Browser:
    browser = await web.browser()
    if not await browser.is_there():
        raise ConfigurationProblem(
            "There is no browser here, so no page can be shown. Install Playwright and a Chromium "
            "(docs/web-tools.md)."
        )
    return browser


async def _taken(shown: Shown, fetched: Fetched, *, full_page: bool) -> tuple[bytes, list[str]]:
    html = decode(fetched.body, content_type=fetched.headers.get("content-type", "")).text
    if kind_of(fetched.body, fetched.content_type) is Kind.TEXT:
        html = f"<pre>{html.replace('&', '&amp;').replace('<', '&lt;')}</pre>"
    finished = await shown.load(fetched, html)
    await shown.settle()
    shown.require_page()
    notes = [CUTS[fetched.cut]] if fetched.cut else []
    notes += [] if finished else [UNFINISHED]
    if fetched.status >= HTTPStatus.BAD_REQUEST:
        notes.append(f"The server answered with status {fetched.status}.")
    if not full_page:
        return await _shot(shown), notes
    width, height = (int(side) for side in await shown.asked(_SIZE))
    wide = max(1, min(width, MAX_SIDE))
    high = min(height, MAX_SIDE, MAX_PIXELS // wide)
    if height > high or width > wide:
        notes.append(f"The page is {width:,} by {height:,} pixels: this is its first {wide:,} by {high:,}.")
    clip = {"x": 0, "y": 0, "width": wide, "height": high}
    return await _shot(shown, full_page=True, clip=clip), notes


async def _shot(shown: Shown, **options: object) -> bytes:
    wait = max(1.0, shown.left)
    return bytes(
        await shown.page.screenshot(
            type="png", timeout=wait * 1_000, animations="disabled", caret="hide", **options
        )
    )


async def fetch_image(
    web: Web, url: str, *, referer: str | None = None, timeout_ms: int = DEFAULT_TIMEOUT_MS
) -> Picture:
    """A picture of the web, whatever the server calls it; SVG is drawn, never handed on.

    Raises ContentRefused for what is no picture, a damaged or too large one, and what fetching raises.
    """
    target, seconds = read_url(url), Asked(url, timeout_ms).seconds
    headers = {"accept": "image/*,*/*;q=0.5"}
    if referer:
        headers["referer"] = read_url(referer).url
    async with await web.room():
        client = await web.client()
        fetched = await client.get(target, Wish(seconds=seconds, most=_wanted, headers=headers))
        _require_picture(fetched, referer=bool(referer))
        if is_svg(fetched.body):
            return await _drawn(web, fetched)
    return await asyncio.to_thread(picture_of, fetched.body, url=fetched.target.url)


def _wanted(status: int, headers: Mapping[str, str]) -> int:
    """Of a file that says it is too large, only enough to tell what it is."""
    told = headers.get("content-length", "")
    too_large = told.isascii() and told.isdigit() and int(told[:15]) > MAX_IMAGE_BYTES
    return 4096 if too_large else MAX_IMAGE_BYTES


def _require_picture(fetched: Fetched, *, referer: bool) -> None:
    size = fetched.told_length or len(fetched.body)
    if fetched.status >= HTTPStatus.BAD_REQUEST:
        hint = (
            "" if referer else " Some servers want to know the page a picture stands on: give it as referer."
        )
        raise ContentRefused(f"The server answered with status {fetched.status} instead of a picture.{hint}")
    if fetched.cut == "size" or fetched.told_length > MAX_IMAGE_BYTES:
        raise ContentRefused(f"The picture is too large: at most {MAX_IMAGE_BYTES:,} bytes are fetched.")
    if fetched.cut:
        raise ContentRefused(f"The picture did not come whole ({size:,} bytes came).")
    if not fetched.body:
        raise ContentRefused("The server sent nothing (0 bytes) instead of a picture.")
    kind = kind_of(fetched.body, fetched.content_type)
    if kind is not Kind.IMAGE and not is_svg(fetched.body):
        called = fetched.content_type or "no type"
        raise ContentRefused(
            f"The server calls it {called}, but it is {kind}, not a picture ({size:,} bytes)."
        )


async def _drawn(web: Web, fetched: Fetched) -> Picture:
    """An SVG drawn as a picture in a page of its own: there its scripts do not run and it loads nothing."""
    browser = await web.browser()
    if not await browser.is_there():
        raise ContentRefused("That is an SVG, which is not handed on: it needs a browser here to be drawn.")
    source = base64.b64encode(fetched.body).decode()
    html = f'<body style="margin:0"><img style="max-width:100vw" src="data:image/svg+xml;base64,{source}">'
    async with showing(browser, seconds=_SVG_SECONDS) as shown:
        await shown.page.set_content(html, wait_until="load", timeout=_SVG_SECONDS * 1_000)
        box = await shown.page.locator("img").bounding_box()
        if not box or not box["width"] or not box["height"]:
            raise ContentRefused("The SVG shows nothing.")
        clip = {"x": 0, "y": 0, "width": box["width"], "height": min(box["height"], VIEWPORT["height"])}
        data = await _shot(shown, clip=clip)
    return picture_of(data, url=fetched.target.url, notes=("An SVG, drawn as it would be shown.",))
