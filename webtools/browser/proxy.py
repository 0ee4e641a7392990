"""The only way from the browser to the web: a proxy in this process that asks the guard for every connection.

It listens on 127.0.0.1 and serves who shows the pass of a page that is open, nobody else on this machine.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress

from continuum.kernel.errors import ContinuumError
from webtools.browser.heads import BadHead, Head, read_head
from webtools.browser.passes import Pass, Passes
from webtools.errors import AddressRefused
from webtools.guard.dialling import Streams, dial
from webtools.guard.guard import Guard
from webtools.limits import HEAD_SECONDS, MAX_HEAD_BYTES, RELAY_BYTES

log = logging.getLogger(__name__)

HERE = "127.0.0.1"
_END = b"\r\n\r\n"
_INTERIM = re.compile(rb"HTTP/1\.[01] 1\d\d ")
_OF_THE_CONNECTION = (b"connection:", b"keep-alive:", b"proxy-connection:")
_BASIC = 'Proxy-Authenticate: Basic realm="continuum"\r\n'


class Proxy:
    """Use it on one event loop: `start`, then `close`."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.passes = Passes()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, HERE, 0, limit=MAX_HEAD_BYTES)

    @property
    def address(self) -> str:
        if self._server is None:
            raise RuntimeError("the proxy was not started")
        return f"http://{HERE}:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            await self._requests(reader, writer)
        except (BadHead, asyncio.LimitOverrunError):
            await _answer(writer, "400 Bad Request")
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            log.debug("a connection of the browser ended early")
        except asyncio.CancelledError:
            # Its page is closed, or the proxy; a server's task that ends as cancelled is told as an error.
            log.debug("a connection of the browser was given up")
        finally:
            _close(writer)

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request that is served; before it any number that lack a pass."""
        while True:
            async with asyncio.timeout(HEAD_SECONDS):
                raw = await reader.readuntil(_END)
            head = read_head(raw[: -len(_END)])
            has_body = head.body_length > 0
            shown = self.passes.find(head.get("proxy-authorization"))
            if shown is not None:
                await self._let_through(head, shown, reader, writer)
                return
            if has_body:  # not read: it is sent again with the pass
                await _answer(writer, "407 Proxy Authentication Required", _BASIC)
                return
            await _answer(writer, "407 Proxy Authentication Required", _BASIC, closes=False)

    async def _let_through(
        self, head: Head, shown: Pass, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        task = asyncio.current_task()
        if task is None or shown.is_full or shown.spent:
            await _answer(writer, "429 Too Many Requests")
            return
        shown.tasks.add(task)
        try:
            await self._connect(head, shown, reader, writer)
        finally:
            shown.tasks.discard(task)

    async def _connect(
        self, head: Head, shown: Pass, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            beyond = await dial(self._guard, head.host, head.port)
        except AddressRefused:
            shown.refused += 1
            await _answer(writer, "403 Forbidden")
            return
        except (ContinuumError, OSError):  # a name that nobody knows, a server that does not answer
            await _answer(writer, "502 Bad Gateway")
            return
        try:
            await _relay(head, shown, (reader, writer), beyond)
        finally:
            _close(beyond[1])


async def _relay(head: Head, shown: Pass, browser: Streams, beyond: Streams) -> None:
    """Until either side is done."""
    if head.plain is None:
        browser[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        out, back = _pour(browser[0], beyond[1], shown), _pour(beyond[0], browser[1], shown)
    else:
        beyond[1].write(head.written())
        out = _ask(browser[0], beyond[1], shown, length=head.body_length)
        back = _answered(beyond[0], browser[1], shown)
    both = {asyncio.ensure_future(out), asyncio.ensure_future(back)}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for pouring in both:
            pouring.cancel()
        await asyncio.gather(*both, return_exceptions=True)


async def _ask(source: asyncio.StreamReader, sink: asyncio.StreamWriter, shown: Pass, *, length: int) -> None:
    """The body of a plain request, and nothing after it: what a browser sends next may be meant for another
    server. Done when the browser hangs up.
    """
    await _pour(source, sink, shown, at_most=length)
    with suppress(OSError):
        while await source.read(RELAY_BYTES):
            pass


async def _answered(source: asyncio.StreamReader, sink: asyncio.StreamWriter, shown: Pass) -> None:
    """The answer to a plain request, with the word that the connection ends with it."""
    with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raw = await source.readuntil(_END)
        while _INTERIM.match(raw) and not shown.spent:
            shown.take(len(raw))
            raw = await source.readuntil(_END)
        told = raw[: -len(_END)].split(b"\r\n")
        kept = [line for line in told if not line.lower().startswith(_OF_THE_CONNECTION)]
        shown.take(len(raw))
        sink.write(b"\r\n".join([*kept, b"Connection: close"]) + _END)
        await _pour(source, sink, shown)


async def _pour(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, shown: Pass, *, at_most: int | None = None
) -> None:
    left = at_most
    with suppress(OSError):  # the other end hung up
        while not shown.spent and left != 0:
            piece = await source.read(RELAY_BYTES if left is None else min(RELAY_BYTES, left))
            if not piece:
                return
            left = None if left is None else left - len(piece)
            shown.take(len(piece))
            sink.write(piece)
            await sink.drain()


async def _answer(writer: asyncio.StreamWriter, status: str, more: str = "", *, closes: bool = True) -> None:
    end = "Connection: close\r\n" if closes else ""
    with suppress(OSError):
        writer.write(f"HTTP/1.1 {status}\r\n{more}{end}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()


def _close(writer: asyncio.StreamWriter) -> None:
    """Without waiting: whoever closes may be cancelled already."""
    with suppress(OSError):
        writer.close()
