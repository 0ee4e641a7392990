"""Everything that the tools share: the guard, the HTTP client, the browser behind its proxy.

web = Web(WebSettings(...))
page = await web.run(read_page(web, "https://example.org/"))
"""

from __future__ import annotations

import asyncio
import atexit
import ssl
from collections.abc import Coroutine, Hashable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from continuum.kernel.errors import ConfigurationProblem, Forbidden
from webtools.browser.proxy import Proxy
from webtools.browser.running import Browser
from webtools.fetching.client import Client
from webtools.guard.allowing import AllowList
from webtools.guard.guard import Guard
from webtools.guard.resolving import Resolve, system_resolver
from webtools.guard.urls import read_url
from webtools.kept import KeptTexts
from webtools.limits import CLOSE_SECONDS
from webtools.loop import LoopThread
from webtools.room import Room, calling
from webtools.settings import WebSettings

Result = TypeVar("Result")


class Web:
    """One for a process. Nothing runs until something is asked for. `tls` and `resolve` are for tests."""

    def __init__(
        self,
        settings: WebSettings,
        *,
        resolve: Resolve = system_resolver,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.settings = settings
        self.texts: KeptTexts[Any] = KeptTexts()
        self._guard = Guard(allow=AllowList(settings.allow), resolve=resolve)
        self._resolve = resolve
        self._tls = tls
        self._loop = LoopThread()
        self._parts: _Parts | None = None
        self._starting: asyncio.Lock | None = None
        atexit.register(self.close)

    async def run(self, work: Coroutine[Any, Any, Result], *, caller: Hashable = None) -> Result:
        """Do this on the loop of the web tools; one `caller` fetches no more than its share at once.

        Raises Forbidden where they are turned off.
        """
        try:
            self.require_on()
        except Forbidden:
            work.close()
            raise
        with calling(caller):
            return await self._loop.run(work)

    def require_on(self) -> None:
        if not self.settings.on:
            raise Forbidden("The web tools are turned off here (CONTINUUM_WEB).")

    async def client(self) -> Client:
        return (await self._started()).client

    async def browser(self) -> Browser:
        return (await self._started()).browser

    async def room(self) -> AbstractAsyncContextManager[None]:
        """So many fetches at once, and for each caller no more than its share of them."""
        return (await self._started()).room.taken()

    async def search_client(self) -> Client:
        """A client that reaches the SearXNG of the settings, wherever that is, and nothing else inside.

        Raises ConfigurationProblem where there is none.
        """
        if not self.settings.searxng:
            raise ConfigurationProblem(
                "No search engine is set up. Run a SearXNG, turn on its JSON format (search.formats in its "
                "settings.yml) and give its address as CONTINUUM_SEARXNG_URL."
            )
        return (await self._started()).searching

    def close(self) -> None:
        """Stop the browser, the proxy and the thread; what is asked for later starts them again."""
        atexit.unregister(self.close)
        if self._parts is not None and self._loop.is_running:
            self._loop.submit(self._parts.close()).result(2 * CLOSE_SECONDS)
        self._parts = self._starting = None
        self._loop.close()

    async def _started(self) -> _Parts:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._parts is None:
                self._parts = await _Parts.start(self)
            return self._parts

    def _search_guard(self) -> Guard:
        if not self.settings.searxng:
            return self._guard
        target = read_url(self.settings.searxng)
        place = f"[{target.host}]" if ":" in target.host else target.host
        return Guard(allow=AllowList([f"{place}:{target.port}"]), resolve=self._resolve)


class _Parts:
    """What lives on the loop."""

    def __init__(self, *, client: Client, searching: Client, proxy: Proxy, browser: Browser) -> None:
        self.client = client
        self.searching = searching
        self.proxy = proxy
        self.browser = browser
        self.room = Room()

    @classmethod
    async def start(cls, web: Web) -> _Parts:
        guard, chosen = web._guard, web.settings
        proxy = Proxy(guard)
        await proxy.start()
        browser = Browser(
            proxy,
            chosen=chosen.browser,
            sandbox=chosen.sandbox,
            idle_seconds=chosen.browser_idle_seconds,
        )
        return cls(
            client=Client(guard, tls=web._tls),
            searching=Client(web._search_guard(), tls=web._tls),
            proxy=proxy,
            browser=browser,
        )

    async def close(self) -> None:
        await self.browser.close()
        await self.proxy.close()
        await self.client.close()
        await self.searching.close()
