"""How requests are read from a socket: by httptools' parser, which has no limits of its own."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES: Final = 65_536
"""Of a request's path and headers together. Also the most that is kept of a line whose end does not come."""


class HeadTooLong(Exception):
    """Raised within the parser, which makes a 400 of it."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which would keep whatever is sent as a head: a longer one is answered with 400 and
    the connection ended.
    """

    _told = 0  # bytes of this head that the parser has told
    _waiting = 0  # bytes since it last told any
    _in_head = True

    def data_received(self, data: bytes) -> None:
        self._waiting += len(data)
        super().data_received(data)
        if self._waiting > MAX_HEAD_BYTES + len(data) and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        self._told = self._waiting = 0
        self._in_head = True
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
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._waiting = 0
        super().on_body(body)

    def _tell(self, *parts: bytes) -> None:
        self._waiting = 0
        self._told += sum(map(len, parts))
        if self._told > MAX_HEAD_BYTES:
            raise HeadTooLong
