"""The smallest MCP client there can be: one request, made once, sent again and again over one connection.

What a client costs is not ours to measure, and on this machine it would take its time from the server.
"""

from __future__ import annotations

import json
import socket
from types import TracebackType
from urllib.parse import urlsplit

PROTOCOL = "2026-07-28"
TIMEOUT_SECONDS = 30
READ_BYTES = 65_536
OK = b"HTTP/1.1 200 "


class Wire:
    """One connection that stays open; `call` sends the request and returns when the answer is there."""

    def __init__(self, url: str, *, bearer: str, tool: str) -> None:
        parts = urlsplit(url)
        self._request = _request(parts.netloc, bearer, tool)
        self._socket = socket.create_connection((parts.hostname, parts.port), TIMEOUT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()

    def call(self) -> bytes:
        """The body of the answer. Raises RuntimeError for one that is no tool's result."""
        self._socket.sendall(self._request)
        head, body = self._answer()
        if not head.startswith(OK) or b'"isError":true' in body or b'"result"' not in body:
            raise RuntimeError(f"The call was refused: {head[:60]!r} {body[:200]!r}")
        return body

    def _answer(self) -> tuple[bytes, bytes]:
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = received.partition(b"\r\n\r\n")
        length = _length(head)
        while len(body) < length:
            body += self._more()
        return head, body

    def _more(self) -> bytes:
        part = self._socket.recv(READ_BYTES)
        if not part:
            raise RuntimeError("The server ended the connection.")
        return part


def _request(host: str, bearer: str, tool: str) -> bytes:
    meta = {
        "io.modelcontextprotocol/protocolVersion": PROTOCOL,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    }
    params = {"name": tool, "arguments": {}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {bearer}\r\n"
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        f"MCP-Protocol-Version: {PROTOCOL}\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            return int(value)
    raise RuntimeError("The answer does not say how long it is.")
