"""The body of a request: one JSON-RPC message, read once and strictly."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import (
    CLIENT_INFO_META_KEY,
    INVALID_PARAMS,
    LOG_LEVEL_META_KEY,
    PARSE_ERROR,
    PROTOCOL_VERSION_META_KEY,
)

from mcp_gateway.wire import Rejection

_SURROGATE_ESCAPES = (b"\\ud", b"\\uD")


@dataclass(frozen=True, slots=True)
class Message:
    """What the gate needs to know of a message. `raw` is what the SDK reads again."""

    raw: bytes
    body: Mapping[str, Any]

    @property
    def request_id(self) -> str | int | None:
        found = self.body.get("id")
        return found if isinstance(found, str | int) else None

    @property
    def method(self) -> str:
        found = self.body.get("method")
        return found if isinstance(found, str) else ""

    @property
    def envelope_version(self) -> Any:
        """The protocol version that a message of 2026 and later carries itself; None for the older ones."""
        return self._meta.get(PROTOCOL_VERSION_META_KEY)

    @property
    def wants_stream(self) -> bool:
        """Whether the answer may come in several parts: with progress, or as a subscription."""
        return "progressToken" in self._meta or self.method == "subscriptions/listen"

    @property
    def takes_logs(self) -> bool:
        """Whether log lines may come before the answer: asked for in the message itself, before 2026 once for
        all that the client sends, which a stateless server does not know any more.
        """
        return LOG_LEVEL_META_KEY in self._meta or (
            self.envelope_version is None and self.method == "tools/call"
        )

    @property
    def client_name(self) -> str:
        """What the client calls itself: in every message from 2026 on, before that when it says hello."""
        told = self._meta.get(CLIENT_INFO_META_KEY) or self._params.get("clientInfo")
        name = told.get("name") if isinstance(told, Mapping) else None
        return name if isinstance(name, str) else ""

    @property
    def tool_name(self) -> str:
        """The tool that is called; empty when none is."""
        found = self._params.get("name") if self.method == "tools/call" else None
        return found if isinstance(found, str) else ""

    @property
    def _params(self) -> Mapping[str, Any]:
        found = self.body.get("params")
        return found if isinstance(found, Mapping) else {}

    @property
    def _meta(self) -> Mapping[str, Any]:
        found = self._params.get("_meta")
        return found if isinstance(found, Mapping) else {}


def read_message(raw: bytes) -> Message:
    """The message in a body. Raises Rejection (400) for no JSON, no single message, no text."""
    try:
        body = json.loads(raw, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise Rejection(400, "The body is not JSON.", code=PARSE_ERROR) from None
    if not isinstance(body, dict):
        raise Rejection(
            400, "The body is a single JSON-RPC message: batches were withdrawn from the protocol."
        )
    message = Message(raw=raw, body=body)
    _require_envelope(message)
    if any(escape in raw for escape in _SURROGATE_ESCAPES) and _has_lone_surrogate(body):
        raise Rejection(
            400,
            "VALIDATION_ERROR: The message holds a lone surrogate, which no text can hold.",
            code=INVALID_PARAMS,
            request_id=message.request_id,
        )
    return message


def _require_envelope(message: Message) -> None:
    """What every message must have. Looked at here because the SDK would quote the message back."""
    body = message.body
    identified = "id" not in body or (isinstance(body["id"], str | int) and not isinstance(body["id"], bool))
    named = isinstance(body.get("method"), str) or "result" in body or "error" in body
    if body.get("jsonrpc") != "2.0" or not identified or not named:
        raise Rejection(
            400,
            'A message says "jsonrpc": "2.0", names a method, and has a string or a number as its id.',
            request_id=message.request_id,
        )
    if not isinstance(body.get("params", {}), Mapping):
        raise Rejection(
            400, "The params of a message are an object.", code=INVALID_PARAMS, request_id=message.request_id
        )


def _no_number(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number too large to be kept")
    return number


def _has_lone_surrogate(body: Any) -> bool:
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
