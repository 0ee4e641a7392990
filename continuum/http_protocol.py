"""How requests are read from a socket: by httptools' parser, which has no limits of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES: Final = 65_536
"""Of a request's path and headers together. Also the most that is kept of a line whose end does not come."""
HEAD_SECONDS: Final = 30.0
"""Within which a head is there: from the connection on, and from its own first byte."""
BODY_SECONDS: Final = 30.0
BODY_LEAST: Final = 16_384
"""Bytes of a body that come in BODY_SECONDS, or its end: half a kilobyte a second."""

TOO_SLOW: Final = b"The request came too slowly."


class HeadTooLong(Exception):
    """Raised within the parser, which makes a 400 of it."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which would keep whatever is sent as a head, and wait for the rest of a request for
    ever: a longer head is answered with 400, a request that does not come on with 408, and the connection
    ended.
    """

    _told = 0  # bytes of this head that the parser has told
    _waiting = 0  # bytes since it last told any
    _in_head = True
    _brought = 0  # bytes of this body since it was last looked at
    _timer: asyncio.TimerHandle | None = None  # runs while the rest of a request is waited for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(HEAD_SECONDS, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._waiting += len(data)
        super().data_received(data)
        if self._waiting > MAX_HEAD_BYTES + len(data) and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")
        if self._timer is None and self._is_idle():  # blank lines, which begin no message
            self._wait(HEAD_SECONDS, self._give_up)

    def on_message_begin(self) -> None:
        self._told = self._waiting = 0
        self._in_head = True
        self._wait(HEAD_SECONDS, self._give_up)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._tell(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._tell(name, value)
        if self._in_head:  # what comes after a body would be added to headers that were looked at already
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._waiting = 0
        self._in_head = False
        self._wait_for_body()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._waiting = 0
        self._brought += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._wait_no_more()
        super().on_message_complete()

    def _tell(self, *parts: bytes) -> None:
        self._waiting = 0
        self._told += sum(map(len, parts))
        if self._told > MAX_HEAD_BYTES:
            raise HeadTooLong

    # --- Waiting

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._wait_no_more()
        self._timer = self.loop.call_later(seconds, then)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait_for_body(self) -> None:
        self._brought = 0
        self._wait(BODY_SECONDS, self._look_at_body)

    def _look_at_body(self) -> None:
        """Whoever may not send just now, since we have not taken what is there, is not slow."""
        held_up = self.flow.read_paused or self.cycle.waiting_for_100_continue
        if held_up or self._brought >= BODY_LEAST:
            self._wait_for_body()
        else:
            self._give_up()

    def _is_idle(self) -> bool:
        done = self.cycle is None or self.cycle.response_complete
        return done and self.timeout_keep_alive_task is None and not self.transport.is_closing()

    def _give_up(self) -> None:
        """End the connection; whoever has begun to ask, and has no answer yet, is told."""
        self._timer = None
        if self.transport.is_closing():
            return
        asked = self.cycle is not None and not self.cycle.response_complete
        if asked and self._in_head:  # the one before this is still being answered
            self._wait(HEAD_SECONDS, self._give_up)
            return
        if (asked and not self.cycle.response_started) or (self._in_head and self._told):
            length = str(len(TOO_SLOW)).encode()
            self.transport.write(
                b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain\r\nconnection: close\r\n"
                b"content-length: " + length + b"\r\n\r\n" + TOO_SLOW
            )
        if asked:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
