"""Bodies of requests, before Django sees them: it writes one of any length to the disk, whoever sends it, and
holds one that does not tell its length in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpResponse
from django.urls import Resolver404, resolve

from memories.portability.imports import MAX_UPLOAD
from oauth import turning_away
from oauth.middleware import does_take_files
from oauth.rest import bearer_in
from oauth.services.standings import find_standing

FORM_BYTES: Final = 1024 * 1024
MOST_FILE: Final = MAX_UPLOAD + FORM_BYTES
"""Bytes: the largest file, and the form around it."""
NEVER_KEPT: Final = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Serve = Callable[[Any, Any, Any], Awaitable[None]]


class Bounded:
    """An ASGI application that is given short bodies, and files where it takes them, from somebody it knows.
    Whoever sends more is answered before it is read.
    """

    def __init__(self, serve: Serve) -> None:
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        length, most = _told_length(scope), settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if length is not None and length <= most:
            await self._serve(scope, receive, send)
        elif _takes_files(scope["path"]):
            await self._file(scope, receive, send)
        elif length is not None:
            await _answer(turning_away.too_large(_request(scope)), send)
        else:
            await self._gathered(scope, receive, send, most=most)

    async def _file(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = _request(scope)
        refusal = await sync_to_async(_refusal, thread_sensitive=False)(request)
        counting = _Counting(receive)
        if refusal is None:
            await self._serve(scope, counting, send)
        if counting.over:
            refusal = turning_away.too_large(request)
        if refusal is not None:
            await _answer(refusal, send)

    async def _gathered(self, scope: Scope, receive: Receive, send: Send, *, most: int) -> None:
        """One that does not tell its length is read as far as it may go, and passed on with its length."""
        body, more = bytearray(), True
        while more and len(body) <= most:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if len(body) > most:
            await _answer(turning_away.too_large(_request(scope)), send)
        else:
            headers = [pair for pair in scope["headers"] if pair[0] != b"transfer-encoding"]
            headers.append((b"content-length", str(len(body)).encode()))
            await self._serve({**scope, "headers": headers}, _replaying(bytes(body), receive), send)


class _Counting:
    """What is received, as long as it is no more than the largest file: then as if the sender had gone."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._taken = 0

    @property
    def over(self) -> bool:
        return self._taken > MOST_FILE

    async def __call__(self) -> Message:
        message: Message = await self._receive()
        self._taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.over else message


def _told_length(scope: Scope) -> int | None:
    """Bytes of the body; None where the head does not say."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    return int(headers.get(b"content-length") or 0)


def _takes_files(path: str) -> bool:
    try:
        return does_take_files(resolve(path).func)
    except Resolver404:
        return False


def _request(scope: Scope) -> ASGIRequest:
    """The head of it, as views see it."""
    return ASGIRequest(scope, BytesIO())


def _refusal(request: ASGIRequest) -> HttpResponse | None:
    """Why this request's body is not read; None for somebody who may send one that is not too long."""
    try:
        if not _is_somebody(request):
            return turning_away.nobody(request)
    except (OperationalError, InterfaceError):
        return turning_away.unavailable(request)
    finally:
        connection.close()
    long = int(request.META.get("CONTENT_LENGTH") or 0) > MOST_FILE
    return turning_away.too_large(request) if long else None


def _is_somebody(request: ASGIRequest) -> bool:
    """Whether there is a person or a connection behind it. What they may do is for the view to say."""
    bearer = bearer_in(request)
    if bearer is not None:
        return find_standing(bearer) is not None
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    return bool(get_user(request).is_authenticated)


async def _answer(response: HttpResponse, send: Send) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send(
        {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": [*headers, *NEVER_KEPT, (b"content-length", str(len(response.content)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": response.content})


def _replaying(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, then whatever else arrives: the end of the connection."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return pending.pop() if pending else await receive()

    return received
