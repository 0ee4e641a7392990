"""Answers that the gate gives by itself, as plain ASGI."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]

INVALID_REQUEST = -32600
NO_CONTENT = 204
_JSON = (b"content-type", b"application/json")


class Rejection(Exception):
    """Why a request goes no further: the HTTP status, and a JSON-RPC error with the request's id if known."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: int = INVALID_REQUEST,
        request_id: str | int | None = None,
        headers: Sequence[Header] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.request_id = request_id
        self.headers = headers

    async def answer(self, send: Send) -> None:
        error = {"code": self.code, "message": self.message}
        body = json.dumps({"jsonrpc": "2.0", "id": self.request_id, "error": error}).encode()
        await respond(send, self.status, body, headers=[_JSON, *self.headers])


async def respond(send: Send, status: int, body: bytes = b"", *, headers: Sequence[Header] = ()) -> None:
    """A whole answer at once."""
    length = [] if status == NO_CONTENT else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})


def adding(send: Send, headers: Sequence[Header]) -> Send:
    """Send on, with these headers on the answer whoever gives it."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *headers]}
        await send(message)

    return sending


def replaying(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, in one piece, then whatever else arrives: the end of the connection."""
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> MutableMapping[str, Any]:
        return pending.pop() if pending else await receive()

    return received
