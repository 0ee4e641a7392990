"""One Chromium for the whole process: started when first needed, started again when it dies, stopped when
nobody has used it for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from webtools import engines
from webtools.browser.finding import ANY, find_chromium, launch_options
from webtools.browser.memory import watch_memory
from webtools.browser.passes import USER, Pass
from webtools.browser.proxy import Proxy
from webtools.browser.snapshot import NO_OTHER_WAYS
from webtools.errors import BrowserFailed
from webtools.fetching.client import AGENT
from webtools.limits import BROWSER_IDLE_SECONDS, CLOSE_SECONDS, PAGES_AT_ONCE, ROOM_SECONDS, VIEWPORT

log = logging.getLogger(__name__)

_LOST = "Connection closed"


@dataclass(frozen=True, slots=True)
class Opened:
    """A page in a context of its own, and the pass it shows the proxy."""

    page: Any
    context: Any
    shown: Pass


class Browser:
    """Use it on one event loop, and close it there. `chosen` is a path, `auto` or `none`."""

    def __init__(
        self,
        proxy: Proxy,
        *,
        chosen: str = ANY,
        sandbox: bool = True,
        idle_seconds: float = BROWSER_IDLE_SECONDS,
    ) -> None:
        self._proxy = proxy
        self._chosen = chosen
        self._sandbox = sandbox
        self._idle_seconds = idle_seconds
        self._starting = asyncio.Lock()
        self._room = asyncio.Semaphore(PAGES_AT_ONCE)
        self._driver: Any = None
        self._browser: Any = None
        self._users = 0
        self._spare: asyncio.Task[Opened] | None = None
        self._tasks: set[asyncio.Future[object]] = set()
        self._stop: asyncio.TimerHandle | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._missing = not engines.has_driver()

    async def is_there(self) -> bool:
        """Whether pages can be shown here. Finding Playwright's own Chromium starts its driver once."""
        if self._missing:
            return False
        if find_chromium(self._chosen) is not None:
            return True
        async with self._starting:
            self._missing = self._path_by(await self._start_driver()) is None
        if self._missing:
            await self.close()
        return not self._missing

    @property
    def is_running(self) -> bool:
        return self._browser is not None and bool(self._browser.is_connected())

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Opened]:
        """A fresh page that shares nothing with another. Raises BrowserFailed."""
        async with self._roomy():
            self._users += 1
            self._keep()
            try:
                opened = await self._taken()
                try:
                    yield opened
                finally:
                    self._proxy.passes.end(opened.shown)
                    self._later(_closed(opened.context))
            finally:
                self._users -= 1
                self._leave()

    async def _taken(self) -> Opened:
        """The page that was made ready beforehand, or a new one; and the next one is begun."""
        spare, self._spare = self._spare, None
        opened = None
        if spare is not None and self.is_running:
            try:
                opened = await spare
            except BrowserFailed:
                log.debug("the page that was to be ready is not")
        if opened is None or not self.is_running:
            opened = await self._made_anyhow()
        self._spare = asyncio.ensure_future(self._made())
        self._later(asyncio.wait({self._spare}))
        return opened

    async def _made_anyhow(self) -> Opened:
        try:
            return await self._made()
        except BrowserFailed as error:
            if not error.details.get("gone"):
                raise
            return await self._made()

    async def _made(self) -> Opened:
        shown = self._proxy.passes.issue()
        try:
            context = await self._context(shown)
            return Opened(await context.new_page(), context, shown)
        except Exception as error:
            self._proxy.passes.end(shown)
            if not comes_from_driver(error):
                raise
            if is_gone(error):
                self._give_up()
            raise BrowserFailed("The browser stopped while it opened a page.", gone=True) from error

    def _give_up(self) -> None:
        """A driver that was killed leaves a browser that seems to be there: the next page starts both."""
        lost, self._driver, self._browser = self._driver, None, None
        if lost is not None:
            self._later(_stopped(lost))

    def _later(self, work: Coroutine[Any, Any, object]) -> None:
        """Done beside what is asked next; `close` waits for it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @asynccontextmanager
    async def _roomy(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(ROOM_SECONDS):
                await self._room.acquire()
        except TimeoutError:
            raise BrowserFailed("The browser has too many pages open just now.") from None
        try:
            yield
        finally:
            self._room.release()

    async def close(self) -> None:
        """Stop the browser and its driver; the next page starts them again."""
        self._keep()
        await self._drop_spare()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._starting:
            browser, self._browser = self._browser, None
            driver, self._driver = self._driver, None
            watching, self._watching = self._watching, None
            if watching is not None:
                watching.cancel()
            if browser is not None:
                await _closed(browser)
            if driver is not None:
                await _stopped(driver)

    async def _drop_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare is None:
            return
        with suppress(BrowserFailed):
            opened = await spare
            self._proxy.passes.end(opened.shown)
            await _closed(opened.context)

    async def _context(self, shown: Pass) -> Any:
        browser = await self._running()
        context = await browser.new_context(
            viewport=VIEWPORT,
            user_agent=AGENT,
            proxy={"server": self._proxy.address, "username": USER, "password": shown.secret},
            accept_downloads=False,
            service_workers="block",
        )
        await context.add_init_script(NO_OTHER_WAYS)
        return context

    async def _running(self) -> Any:
        async with self._starting:
            if not self.is_running:
                self._browser = await self._launch()
            if self._watching is None:
                self._watching = asyncio.ensure_future(watch_memory())
            return self._browser

    async def _launch(self) -> Any:
        driver = await self._start_driver()
        path = self._path_by(driver)
        if path is None:
            raise BrowserFailed("There is no Chromium here. Its operator can install one.")
        try:
            return await driver.chromium.launch(
                **launch_options(path, proxy=self._proxy.address, sandbox=self._sandbox)
            )
        except engines.driver().Error as error:
            # The driver may be what is broken: the next page gets another.
            self._driver = None
            await _stopped(driver)
            log.exception("Chromium does not start: %s", str(error).splitlines()[0])
            raise BrowserFailed(
                "The browser does not start here; the server's log says why. docs/web-tools.md has the cure."
            ) from None

    async def _start_driver(self) -> Any:
        if self._driver is not None and self._browser is not None and not self.is_running:
            # Whatever killed the browser may have taken the driver along.
            await _stopped(self._driver)
            self._driver = self._browser = None
        if self._driver is None:
            self._driver = await engines.driver().async_playwright().start()
        return self._driver

    def _path_by(self, driver: Any) -> str | None:
        return find_chromium(self._chosen, bundled=driver.chromium.executable_path)

    def _keep(self) -> None:
        if self._stop is not None:
            self._stop.cancel()
            self._stop = None

    def _leave(self) -> None:
        if self._users == 0:
            self._stop = asyncio.get_running_loop().call_later(self._idle_seconds, self._stop_idle)

    def _stop_idle(self) -> None:
        if self._users == 0:
            self._stopping = asyncio.ensure_future(self.close())


def comes_from_driver(error: Exception) -> bool:
    """Whether Playwright says so. Of a driver that is gone it tells by an exception without a kind."""
    return isinstance(error, engines.driver().Error) or _LOST in str(error)


def is_gone(error: Exception) -> bool:
    """Whether what was spoken to is not there any more."""
    return _LOST in str(error) or type(error).__name__ == "TargetClosedError"


async def _closed(thing: Any) -> None:
    """A context or a browser that may be gone already."""
    await _ended(thing.close())


async def _stopped(driver: Any) -> None:
    await _ended(driver.stop())


async def _ended(ending: Coroutine[Any, Any, object]) -> None:
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await ending
    except (TimeoutError, OSError):
        log.debug("a part of the browser did not end in time")
    except Exception as error:
        if not comes_from_driver(error):
            raise
        log.debug("a part of the browser was gone already")
