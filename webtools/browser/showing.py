"""Showing a document that was fetched in the browser, until it stands still."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from continuum.kernel.errors import Unreachable, ValidationFailed
from webtools import engines
from webtools.browser.running import Browser, Opened, comes_from_driver, is_gone
from webtools.browser.snapshot import SNAPSHOT, TEXT_LENGTH
from webtools.errors import AddressRefused, BrowserFailed, TimedOut
from webtools.fetching.fetched import Fetched
from webtools.limits import (
    GRACE_SECONDS,
    LOOK_AGAIN_SECONDS,
    MAX_NODES,
    MAX_SNAPSHOT_CHARACTERS,
    MEAGRE_CHARACTERS,
    MEAGRE_SECONDS,
    QUIET_SECONDS,
    SETTLE_SECONDS,
)
from webtools.reading.wellformed import all_well_formed

# Headers that speak of the bytes on the wire, or of what the browser must not go on with by itself.
_NOT_SHOWN = frozenset(
    [
        "content-encoding",
        "content-length",
        "content-type",
        "transfer-encoding",
        "connection",
        "keep-alive",
        "refresh",
        "set-cookie",
        "content-disposition",
        "alt-svc",
        "strict-transport-security",
        "trailer",
        "upgrade",
        "link",
    ]
)
_LOAD_SHARE = 0.6
_TEXTS, _LISTS, _PAIR = ("html", "title", "lang"), ("metas", "linked", "ids"), 2
log = logging.getLogger(__name__)
_MADE_ANEW = ("Execution context was destroyed", "navigat", "Frame was detached")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a page shows: `told` as the script in `snapshot.py` returns it."""

    told: Mapping[str, Any]
    url: str
    status: int
    refused: int
    finished: bool


class Shown:
    """A page while it is open. `seconds` is the time left for all that is asked of it."""

    def __init__(self, opened: Opened, *, seconds: float) -> None:
        self.page = opened.page
        self._opened = opened
        self._ends = asyncio.get_running_loop().time() + seconds
        self._waiting = 0
        self._last = asyncio.get_running_loop().time()
        self.status = 0
        self.page.on("request", lambda request: self._count(1))
        self.page.on("requestfinished", lambda request: self._count(-1))
        self.page.on("requestfailed", lambda request: self._count(-1))
        self.page.on("response", self._note)
        self.page.on("popup", lambda popup: asyncio.ensure_future(popup.close()))

    @property
    def left(self) -> float:
        return self._ends - asyncio.get_running_loop().time()

    @property
    def refused(self) -> int:
        return self._opened.shown.refused

    def _count(self, step: int) -> None:
        self._waiting = max(0, self._waiting + step)
        self._last = asyncio.get_running_loop().time()

    def _note(self, response: Any) -> None:
        if response.request.is_navigation_request() and response.frame == self.page.main_frame:
            self.status = response.status

    @property
    def is_quiet(self) -> bool:
        return self._waiting == 0

    async def load(self, fetched: Fetched, html: str) -> bool:
        """Show the document as if the server had sent it now; says whether everything it needs has come."""
        headers = {name: value for name, value in fetched.headers.items() if name not in _NOT_SHOWN}
        headers["content-type"] = "text/html; charset=utf-8"
        body = html.encode("utf-8", "replace")

        async def first(route: Any) -> None:
            await route.fulfill(status=fetched.status, headers=headers, body=body)

        await self.page.route("**/*", first, times=1)
        await self._bring(fetched)
        return await self._went(fetched.target.url)

    async def _bring(self, fetched: Fetched) -> None:
        cookies = [
            {
                "name": each.name,
                "value": each.value,
                "domain": each.domain,
                "path": each.path,
                "secure": each.secure,
            }
            for each in fetched.cookies
        ]
        for cookie in cookies:
            await self._bake(cookie)

    async def _bake(self, cookie: Mapping[str, Any]) -> None:
        """One by one: a cookie that a browser would not take is no reason to do without the others."""
        try:
            await self._opened.context.add_cookies([cookie])
        except engines.driver().Error as error:
            if is_gone(error):
                raise
            log.debug("the browser does not take a cookie of the page")

    async def _went(self, url: str) -> bool:
        wait = max(0.1, self.left * _LOAD_SHARE)
        try:
            await self.page.goto(url, wait_until="load", timeout=wait * 1_000)
        except engines.driver().TimeoutError:
            return False
        return True

    async def settle(self) -> None:
        """Wait while the page still asks for something, or says next to nothing. Most pages pass at once."""
        now = asyncio.get_running_loop().time
        began = now()
        while now() - began < min(SETTLE_SECONDS, self.left):
            quiet = now() - self._last > QUIET_SECONDS or now() - began < LOOK_AGAIN_SECONDS
            if self.is_quiet and quiet and (now() - began > MEAGRE_SECONDS or await self._says_enough()):
                return
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def _says_enough(self) -> bool:
        said = await self.asked(TEXT_LENGTH)
        return isinstance(said, int | float) and said >= MEAGRE_CHARACTERS

    async def wait_for(self, selector: str) -> None:
        """Raises TimedOut, ValidationFailed (no selector)."""
        wait = max(0.1, self.left)
        try:
            await self.page.wait_for_selector(selector, state="attached", timeout=wait * 1_000)
        except engines.driver().TimeoutError:
            raise TimedOut("Nothing on the page matched the selector in time.") from None
        except engines.driver().Error as error:
            if not (is_gone(error) or _crashed(error)) and "selector" in str(error).lower():
                raise ValidationFailed("That is not a selector.", field="wait_for_selector") from None
            raise

    async def asked(self, script: str, argument: Any = None) -> Any:
        """What a script says in the page; once more where the page went elsewhere meanwhile."""
        while True:
            wait = self.left
            if wait <= 0:
                raise TimedOut("The page did not stand still in time.")
            try:
                async with asyncio.timeout(wait):
                    return await self.page.evaluate(script, argument)
            except TimeoutError:
                raise TimedOut("The page did not stand still in time.") from None
            except engines.driver().Error as error:
                if not any(told in str(error) for told in _MADE_ANEW):
                    raise
            await asyncio.sleep(LOOK_AGAIN_SECONDS)

    async def snapshot(self, *, finished: bool) -> Snapshot:
        told = all_well_formed(await self.asked(SNAPSHOT, [MAX_NODES, MAX_SNAPSHOT_CHARACTERS]))
        _require_shape(told)
        self.require_page()
        return Snapshot(told, self.page.url, self.status, self.refused, finished)

    def require_page(self) -> None:
        """Raise AddressRefused or Unreachable where the page led to what cannot be opened."""
        if self.page.url.startswith(("http://", "https://")):
            return
        if self.refused:
            raise AddressRefused
        raise Unreachable("The page led to an address that does not answer.")


def _require_shape(told: Any) -> None:
    """Raise BrowserFailed where the page changed what the script works with, so that it says nonsense."""
    whole = isinstance(told, dict) and all(isinstance(told.get(name), str) for name in _TEXTS)
    if not whole or not all(isinstance(told.get(name), list) for name in _LISTS):
        raise BrowserFailed("The page tampers with what it is read by.")
    pairs = all(isinstance(each, list) and len(each) == _PAIR for each in told["metas"])
    if not pairs or not all(isinstance(each, str) for name in ("linked", "ids") for each in told[name]):
        raise BrowserFailed("The page tampers with what it is read by.")


@asynccontextmanager
async def showing(browser: Browser, *, seconds: float) -> AsyncIterator[Shown]:
    """A page to show something in, for so long, not counting the time until there is room for it. What
    Playwright raises inside comes out as BrowserFailed.
    """
    try:
        async with browser.open() as opened:
            shown = Shown(opened, seconds=seconds)
            try:
                async with asyncio.timeout(seconds + GRACE_SECONDS):
                    yield shown
            except TimeoutError:
                raise TimedOut("The page did not stand still in time.") from None
            except Exception as error:
                if not comes_from_driver(error):
                    raise
                if shown.refused and "ERR_" in str(error):
                    raise AddressRefused from None
                raise BrowserFailed(_reason(browser, error), gone=is_gone(error)) from error
    except engines.driver().Error as error:
        raise BrowserFailed(_reason(browser, error)) from error


def _reason(browser: Browser, error: Exception) -> str:
    if not browser.is_running:
        return "The browser stopped while it showed the page."
    if _crashed(error):
        return "The page made the browser crash."
    return "The browser could not show the page."


def _crashed(error: Exception) -> bool:
    return "crash" in str(error).lower()
