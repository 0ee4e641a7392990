"""Every request from its first byte to its last: an id of its own, how long it took, how it ended."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from continuum.kernel.watching import Request, current_request, new_request_id, serving

log = logging.getLogger("continuum.request")

REQUEST_ID: Final = b"x-request-id"
_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_PARENT = re.compile(rb"[0-9a-f-]{40,100}")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_DOORS: Final = (
    ("/mcp", "mcp"),
    ("/api/", "api"),
    ("/hook/", "hook"),
    ("/admin/", "admin"),
    ("/oauth/", "oauth"),
    ("/.well-known/", "oauth"),
    ("/health", "health"),
    ("/static/", "static"),
)
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Watched:
    """An ASGI application whose requests are watched. Where a proxy that is believed gives a request an id,
    that is its id.
    """

    def __init__(self, serve: Callable[[Any, Any, Any], Awaitable[None]], *, believes_ids: bool) -> None:
        self._serve = serve
        self._believes_ids = believes_ids

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        request, began = self._request(scope), time.perf_counter()
        with serving(request):
            try:
                await self._serve(scope, receive, _telling(request, send))
            finally:
                request.status = request.status or int(HTTPStatus.INTERNAL_SERVER_ERROR)
                taken = round((time.perf_counter() - began) * 1_000, 1)
                log.info("request", extra={"request_seen": request, "milliseconds": taken})

    def _request(self, scope: Any) -> Request:
        headers = {name: value for name, value in scope["headers"] if name in (REQUEST_ID, b"traceparent")}
        given, parent = headers.get(REQUEST_ID, b""), headers.get(b"traceparent", b"")
        known = self._believes_ids and _ID.fullmatch(given)
        door = next((name for start, name in _DOORS if scope["path"].startswith(start)), "page")
        return Request(
            id=given.decode() if known else new_request_id(),
            method=scope["method"] if scope["method"] in _METHODS else "OTHER",
            door=door,
            route="mcp" if door == "mcp" else "static" if door == "static" else "unknown",
            parent=parent.decode() if _PARENT.fullmatch(parent) else "",
        )


def _telling(request: Request, send: Send) -> Send:
    """Send on; the status is kept, and the id goes with the answer."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            request.status = message["status"]
            message = {
                **message,
                "headers": [*message.get("headers", ()), (REQUEST_ID, request.id.encode())],
            }
        await send(message)

    return sending


class RouteMiddleware:
    """Says by which pattern Django found the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        watched = current_request()
        if watched is not None and request.resolver_match is not None:
            watched.route = f"/{request.resolver_match.route}"
