"""The messages that pass the bridge: one JSON-RPC message a line, and the HTTP headers it calls for."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INTERNAL_ERROR: Final = -32603

_VERSION: Final = "io.modelcontextprotocol/protocolVersion"
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_NEWLINES = bytes.maketrans(b"\r\n", b"  ")


class Unreadable(Exception):
    """A line that is no message: the JSON-RPC code and the sentence that say so."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message from the client. A request has an id and is owed an answer; a notification is not."""

    raw: bytes
    body: Mapping[str, Any]

    @classmethod
    def read(cls, line: bytes) -> Incoming:
        """Raises Unreadable."""
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            raise Unreadable(PARSE_ERROR, "This line is not JSON.") from None
        if not isinstance(body, dict):
            raise Unreadable(INVALID_REQUEST, "A line is a single JSON-RPC message.")
        return cls(line.strip(), body)

    @property
    def is_request(self) -> bool:
        return "id" in self.body and "method" in self.body

    @property
    def request_id(self) -> Any:
        return self.body.get("id")

    @property
    def method(self) -> str:
        return str(self.body.get("method", ""))

    @property
    def params(self) -> Mapping[str, Any]:
        found = self.body.get("params")
        return found if isinstance(found, dict) else {}

    @property
    def client_name(self) -> str:
        """What the client calls itself when it says hello."""
        told = self.params.get("clientInfo")
        return str(told.get("name", "")) if isinstance(told, dict) else ""

    def headers(self, negotiated: str) -> dict[str, str]:
        """What HTTP must repeat of the body. `negotiated` is the version that a hello ended with, or nothing.

        A message of 2026 and later names its version itself, and its method and subject go into headers too.
        """
        meta = self.params.get("_meta")
        version = meta.get(_VERSION) if isinstance(meta, dict) else None
        if not isinstance(version, str) or self.method == "initialize":
            known = negotiated and self.method != "initialize"
            return {"MCP-Protocol-Version": negotiated} if known else {}
        headers = {"MCP-Protocol-Version": version, "Mcp-Method": header_text(self.method)}
        subject = self.params.get(_NAMED_BY.get(self.method, ""))
        return {**headers, "Mcp-Name": header_text(subject)} if isinstance(subject, str) else headers


def header_text(value: str) -> str:
    """A value as a header can carry it: as it is, or marked and in base64 where it could not be read back."""
    plain = (
        value.isascii()
        and value.isprintable()
        and value == value.strip()
        and not value.startswith("=?base64?")
    )
    encoded = b64encode(value.encode("utf-8", "surrogatepass")).decode()
    return value if plain else f"=?base64?{encoded}?="


def error_line(code: int, message: str, *, request_id: Any = None, **data: Any) -> bytes:
    """An error as the answer to a request, or to a line that could not be read."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data:
        error["data"] = data
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode()


def one_line(message: bytes) -> bytes:
    """JSON on one line: line ends in it are blanks between its parts, since those in strings are escaped."""
    return message.translate(_NEWLINES).strip()


def events(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The data of each event of a server-sent stream; comments, which keep it open, are left out."""
    data: list[bytes] = []
    for line in lines:
        text = line.rstrip(b"\r\n")
        if text.startswith(b"data:"):
            data.append(text[5:].removeprefix(b" "))
        elif not text and data:
            yield b"\n".join(data)
            data.clear()


def is_answer(message: bytes) -> bool:
    """Whether this is the answer that a request waits for, rather than news about it."""
    body = json.loads(message)
    return isinstance(body, dict) and "method" not in body
