"""A way to a model's server on which an answer ends: after so long in all, or so many bytes.

A time-out of httpx bounds each read by itself: a server that sends a byte now and then would never be done.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Final
from urllib.request import getproxies, proxy_bypass

import httpx

MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one answer: a hundred times what MOST_ANSWER_TOKENS come to."""

_USUAL_SECONDS: Final = 60.0


class Bounded(httpx.BaseTransport):
    """Sends by httpx's own transports, through the environment's proxies. What a request may take for one
    read it may take for the whole answer.
    """

    def __init__(self, *, most: int = MOST_BYTES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._ways: dict[str | None, httpx.HTTPTransport] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        seconds = request.extensions.get("timeout", {}).get("read") or _USUAL_SECONDS
        until = time.monotonic() + seconds
        answer = self._way(request.url).handle_request(request)
        if not isinstance(answer.stream, httpx.SyncByteStream):
            raise httpx.ReadError("The answer cannot be read.", request=request)
        body = _Body(answer.stream, request, until=until, most=self._most)
        return httpx.Response(
            answer.status_code, headers=answer.headers, stream=body, extensions=answer.extensions
        )

    def close(self) -> None:
        for way in self._ways.values():
            way.close()

    def _way(self, url: httpx.URL) -> httpx.HTTPTransport:
        proxies = getproxies()
        proxy = None if proxy_bypass(url.host) else proxies.get(url.scheme) or proxies.get("all")
        with self._lock:
            if proxy not in self._ways:
                self._ways[proxy] = httpx.HTTPTransport(proxy=proxy)
            return self._ways[proxy]


class _Body(httpx.SyncByteStream):
    def __init__(
        self, stream: httpx.SyncByteStream, request: httpx.Request, *, until: float, most: int
    ) -> None:
        self._stream, self._request = stream, request
        self._until, self._most = until, most

    def __iter__(self) -> Iterator[bytes]:
        received = 0
        for piece in self._stream:
            received += len(piece)
            if received > self._most or time.monotonic() > self._until:
                raise httpx.ReadTimeout("The answer does not end.", request=self._request)
            yield piece

    def close(self) -> None:
        self._stream.close()
