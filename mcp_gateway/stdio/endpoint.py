"""One message to the server and what comes back, on a connection of its own, which cancelling closes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from mcp_gateway.limits import ANSWER_SECONDS, CONNECT_SECONDS
from mcp_gateway.stdio.lines import events

OK, ACCEPTED = 200, 202


class Unreachable(Exception):
    """Nobody listens there. Nothing was sent, so sending it again is safe."""


class Interrupted(Exception):
    """The connection ended before the answer. Whether the message was acted upon is unknown."""


class Refused(Exception):
    """An HTTP status that is no success, with whatever the server said to it."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status
        self.body = body


class Exchange:
    """One POST. `messages` may be read once; `cancel` ends it from another thread, also before it began."""

    def __init__(self) -> None:
        self.cancelled = False
        self._connection: HTTPConnection | None = None
        self._lock = threading.Lock()

    def messages(self, url: str, body: bytes, headers: Mapping[str, str]) -> Iterator[bytes]:
        """Whatever the server sends back, in its order. Raises Unreachable, Interrupted and Refused."""
        connection = self._connect(url)
        try:
            connection.request("POST", urlsplit(url).path or "/", body, _common(headers))
            yield from _received(connection.getresponse())
        except (OSError, HTTPException) as error:
            raise Interrupted(str(error)) from None
        finally:
            connection.close()

    def cancel(self) -> None:
        """Ask for no more. The server notices where it is streaming."""
        with self._lock:
            self.cancelled = True
            opened = self._connection.sock if self._connection else None
        if opened is not None:
            with suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)

    def _connect(self, url: str) -> HTTPConnection:
        connection = open_connection(url, seconds=CONNECT_SECONDS)
        with self._lock:
            if self.cancelled:
                connection.close()
                raise Interrupted("cancelled")
            self._connection = connection
        connection.sock.settimeout(ANSWER_SECONDS)
        return connection


def open_connection(url: str, *, seconds: float) -> HTTPConnection:
    """A connection to the server of this URL, open. Raises Unreachable."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=seconds)
    try:
        connection.connect()
    except OSError as error:
        raise Unreachable(f"{parts.netloc}: {error}") from None
    return connection


def _common(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Connection": "close",
        **headers,
    }


def _received(response: HTTPResponse) -> Iterator[bytes]:
    if response.status == ACCEPTED:
        return
    if response.status != OK:
        raise Refused(response.status, response.read())
    if response.headers.get_content_type() == "text/event-stream":
        yield from events(response)
    else:
        yield response.read()
