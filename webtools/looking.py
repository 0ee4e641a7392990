"""One page, fetched and shown: what all tools that read a page begin with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from continuum.kernel.errors import ValidationFailed
from webtools.browser.running import Browser
from webtools.browser.showing import showing
from webtools.errors import BrowserFailed, ContentRefused, TimedOut
from webtools.fetching.client import Wish
from webtools.fetching.fetched import Fetched
from webtools.guard.urls import read_url
from webtools.limits import (
    DEFAULT_TIMEOUT_MS,
    LEAST_TIMEOUT_MS,
    MAX_PAGE_BYTES,
    MAX_PDF_BYTES,
    MAX_TIMEOUT_MS,
)
from webtools.reading.charset import decode
from webtools.reading.document import Document, of_snapshot, of_source
from webtools.reading.kinds import Kind, kind_of
from webtools.reading.pdf import pdf_text
from webtools.web import Web

log = logging.getLogger(__name__)

NO_BROWSER = "No browser is installed here: this is what the server sent, without what scripts would add."
BROWSER_BROKE = "The browser could not show this page: this is what the server sent, without scripts."
UNSTILL = "The page never stood still in the browser: this is what the server sent."
UNFINISHED = "The page had not finished loading."
UNCERTAIN = "The page does not say how its characters are encoded: the text is a good guess."
CUTS = {
    "size": "The page is too long to be fetched whole: this is its beginning.",
    "time": "The server kept sending: this is what came in time.",
    "broken": "The connection broke: this is what came before.",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """How a page is looked at."""

    url: str
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    wait_for_selector: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        """Raises ValidationFailed."""
        if not LEAST_TIMEOUT_MS <= self.timeout_ms <= MAX_TIMEOUT_MS:
            raise ValidationFailed(
                f"A time from {LEAST_TIMEOUT_MS:,} to {MAX_TIMEOUT_MS:,} milliseconds.", field="timeout_ms"
            )
        return self.timeout_ms / 1_000


@dataclass(frozen=True, slots=True)
class Looked:
    """What a page came to. `document` for a page of HTML, `text` for what is text already (also of a PDF)."""

    asked: str
    url: str
    status: int
    kind: Kind
    content_type: str
    document: Document | None = None
    text: str = ""
    title: str = ""
    hops: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    size: int = 0


async def look(web: Web, asked: Asked) -> Looked:
    """Raises ValidationFailed, BadAddress, AddressRefused, Unreachable and its kinds, ContentRefused."""
    target, seconds = read_url(asked.url), asked.seconds
    ends = asyncio.get_running_loop().time() + seconds
    client = await web.client()
    fetched = await client.get(target, Wish(seconds=seconds, most=wanted, headers=asked.headers))
    kind = kind_of(fetched.body, fetched.content_type)
    left = max(LEAST_TIMEOUT_MS / 1_000, ends - asyncio.get_running_loop().time())
    match kind:
        case Kind.HTML:
            return await _page(web, asked, fetched, seconds=left)
        case Kind.PDF:
            return await _pdf(asked, fetched, seconds=left)
        case Kind.TEXT:
            return _text(asked, fetched)
        case Kind.EMPTY:
            return _looked(asked, fetched, Kind.EMPTY)
    raise ContentRefused(
        f"Not a page but {_named(fetched)}, {fetched.told_length or len(fetched.body):,} bytes"
        f" (status {fetched.status})."
    )


def wanted(status: int, headers: Mapping[str, str]) -> int:
    """How much of a body is fetched: of files that no text comes from, enough to tell what they are."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith(("image/", "video/", "audio/", "font/")):
        return 64 * 1024
    if kind in {"application/pdf", "application/octet-stream", "application/x-pdf"}:
        return MAX_PDF_BYTES
    return MAX_PAGE_BYTES


async def _page(web: Web, asked: Asked, fetched: Fetched, *, seconds: float) -> Looked:
    decoded = decode(fetched.body, content_type=fetched.headers.get("content-type", ""))
    notes = [CUTS[fetched.cut]] if fetched.cut else []
    notes += [UNCERTAIN] if decoded.uncertain else []
    browser = await web.browser()
    if await browser.is_there():
        try:
            return await _in_browser(browser, asked, fetched, html=decoded.text, notes=notes, seconds=seconds)
        except BrowserFailed as error:
            log.warning("a page could not be shown: %s", error.message)
            notes.append(BROWSER_BROKE)
        except TimedOut:
            if asked.wait_for_selector:
                raise
            notes.append(UNSTILL)
    else:
        notes.append(NO_BROWSER)
    document = await asyncio.to_thread(of_source, decoded.text, fetched.target.url)
    return _looked(asked, fetched, Kind.HTML, document=document, notes=notes)


async def _in_browser(
    browser: Browser, asked: Asked, fetched: Fetched, *, html: str, notes: list[str], seconds: float
) -> Looked:
    """Once more where somebody killed the browser meanwhile."""
    ends = asyncio.get_running_loop().time() + seconds
    try:
        return await _shown(browser, asked, fetched, html=html, notes=notes, seconds=seconds)
    except BrowserFailed as error:
        left = ends - asyncio.get_running_loop().time()
        gone = error.details.get("gone") or not browser.is_running
        if not gone or left < LEAST_TIMEOUT_MS / 1_000:
            raise
        return await _shown(browser, asked, fetched, html=html, notes=notes, seconds=left)


async def _shown(
    browser: Browser, asked: Asked, fetched: Fetched, *, html: str, notes: list[str], seconds: float
) -> Looked:
    async with showing(browser, seconds=seconds) as shown:
        finished = await shown.load(fetched, html)
        if asked.wait_for_selector:
            await shown.wait_for(asked.wait_for_selector)
        else:
            await shown.settle()
        seen = await shown.snapshot(finished=finished)
    document = await asyncio.to_thread(of_snapshot, seen.told, seen.url)
    more = [*notes, *([] if seen.finished else [UNFINISHED])]
    if seen.refused:
        more.append(
            f"{seen.refused} requests of the page to addresses that are not on the public web were refused."
        )
    looked = _looked(asked, fetched, Kind.HTML, document=document, notes=more)
    return looked if seen.url == fetched.target.url else _moved(looked, seen.url, seen.status)


def _moved(looked: Looked, url: str, status: int) -> Looked:
    """The page went elsewhere by itself."""
    return Looked(
        asked=looked.asked,
        url=url,
        status=status or looked.status,
        kind=looked.kind,
        content_type=looked.content_type,
        document=looked.document,
        title=looked.title,
        hops=(*looked.hops, looked.url),
        notes=looked.notes,
        size=looked.size,
    )


async def _pdf(asked: Asked, fetched: Fetched, *, seconds: float) -> Looked:
    if fetched.cut:
        raise ContentRefused(
            f"This PDF has {fetched.told_length or len(fetched.body):,} bytes or more; at most "
            f"{MAX_PDF_BYTES:,} are read, within the time given."
        )
    found = await pdf_text(fetched.body, seconds=seconds)
    notes = [f"A PDF of {found.pages} pages."]
    notes += ["Only its beginning is read."] if found.cut else []
    notes += [] if found.text.strip() else ["It has no text: its pages are pictures."]
    return _looked(asked, fetched, Kind.PDF, text=found.text, title=found.title, notes=notes)


def _text(asked: Asked, fetched: Fetched) -> Looked:
    decoded = decode(fetched.body, content_type=fetched.headers.get("content-type", ""))
    notes = [CUTS[fetched.cut]] if fetched.cut else []
    notes += [UNCERTAIN] if decoded.uncertain else []
    return _looked(asked, fetched, Kind.TEXT, text=decoded.text, notes=notes)


def _looked(
    asked: Asked,
    fetched: Fetched,
    kind: Kind,
    *,
    document: Document | None = None,
    text: str = "",
    title: str = "",
    notes: list[str] | None = None,
) -> Looked:
    return Looked(
        asked=asked.url,
        url=fetched.target.url,
        status=fetched.status,
        kind=kind,
        content_type=fetched.content_type,
        document=document,
        text=text,
        title=document.title if document is not None else title,
        hops=tuple(hop.url for hop in fetched.hops),
        notes=tuple(notes or ()),
        size=len(fetched.body),
    )


def _named(fetched: Fetched) -> str:
    return fetched.content_type or "a file of an unknown type"
