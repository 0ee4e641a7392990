"""One agent's connection through the proxy: MCP calls and hooks over TLS, opened anew whenever it broke."""

from __future__ import annotations

import json
import select
import ssl
from collections.abc import Mapping
from http.client import HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from bench.wire import PROTOCOL

OK = 200
SECONDS = 30.0
_META = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
}


class Failed(Exception):
    """The request brought no good answer: `kind` is a status, a code or the kind of a broken line."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Line:
    """Keeps one connection; a request on it is sent once. Raises Failed, after which the next one is new."""

    def __init__(self, url: str, *, bearer: str, trusted: str, seconds: float = SECONDS) -> None:
        self._address = urlsplit(url)
        self._headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
        self._context = ssl.create_default_context(cafile=trusted)
        self._seconds = seconds
        self._line: HTTPSConnection | None = None

    def call(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool answers, structured."""
        params = {"name": tool, "arguments": dict(arguments), "_meta": _META}
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": PROTOCOL,
            "Mcp-Method": "tools/call",
            "Mcp-Name": tool,
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        answer = self.post("/mcp", body, headers)
        result = answer.get("result")
        if result is None:
            raise Failed("protocol error")
        if result.get("isError"):
            raise Failed(result["content"][0]["text"].partition(":")[0])
        found: dict[str, Any] = result["structuredContent"]
        return found

    def post(self, path: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Any:
        """The JSON that comes back."""
        try:
            status, raw = self._exchanged(path, json.dumps(body).encode(), dict(headers or {}))
        except (OSError, HTTPException) as error:
            self.close()
            raise Failed(type(error).__name__) from None
        if status != OK:
            raise Failed(_code(status, raw))
        return json.loads(raw)

    def _exchanged(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        if self._was_closed():
            self.close()
        if self._line is None:
            self._line = HTTPSConnection(
                str(self._address.hostname),
                self._address.port,
                timeout=self._seconds,
                context=self._context,
            )
        self._line.request("POST", path, body, {**self._headers, **headers})
        answer = self._line.getresponse()
        return answer.status, answer.read()

    def _was_closed(self) -> bool:
        """Whether the proxy has closed the connection between two requests, as any client looks first."""
        link = None if self._line is None else self._line.sock
        return link is not None and bool(select.select([link], [], [], 0)[0])

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _code(status: int, raw: bytes) -> str:
    """The status and, where the answer has one, Continuum's own code."""
    try:
        told = json.loads(raw)
    except ValueError:
        return str(status)
    error = told.get("error") if isinstance(told, dict) else None
    code = told.get("code", "") if error is None else str(error.get("message", "")).partition(":")[0]
    return f"{status} {code}".strip()
