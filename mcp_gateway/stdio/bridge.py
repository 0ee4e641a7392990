"""The bridge: lines from the client become requests to the server, and its answers lines to the client."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from mcp_gateway.limits import BRIDGE_THREADS, MAX_BODY_BYTES
from mcp_gateway.stdio.endpoint import Exchange, Interrupted, Refused, Unreachable
from mcp_gateway.stdio.lines import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    Incoming,
    Unreadable,
    error_line,
    header_text,
    is_answer,
    one_line,
)
from mcp_gateway.stdio.local_server import NotStarted

CANCELLED = "notifications/cancelled"
UNAUTHORIZED = 401
_LOST = "The server ended before it answered. Whether this was done is unknown: look before you repeat it."
_TOO_LONG = f"VALIDATION_ERROR: A message has at most {MAX_BODY_BYTES:,} bytes."
_NOT_ACCEPTED = (
    "Continuum does not accept the token of this client. `manage.py up` renews the one of this machine; "
    "--token-file names the file of another."
)


@dataclass
class Bridge:
    """Many requests at a time, each answered when its answer is there.

    `url` and `token` are asked each time, since the server may be another than before; `ensure` starts it.
    """

    url: Callable[[], str]
    token: Callable[[], str]
    ensure: Callable[[], None]
    output: BinaryIO
    say: Callable[[str], None]
    agent: str = ""
    toolsets: str = ""
    _negotiated: str = field(default="", init=False)
    _in_flight: dict[str, Exchange] = field(default_factory=dict, init=False)
    _writing: threading.Lock = field(default_factory=threading.Lock, init=False)

    def run(self, lines: Iterable[bytes]) -> None:
        """Serve until the client says no more; what it still waits for is answered before this returns."""
        with ThreadPoolExecutor(BRIDGE_THREADS, thread_name_prefix="bridge") as pool:
            for line in lines:
                if line.strip():
                    self._take(line, pool)

    def _take(self, line: bytes, pool: ThreadPoolExecutor) -> None:
        try:
            incoming = Incoming.read(line)
        except Unreadable as problem:
            self._write(error_line(problem.code, problem.message))
            return
        if len(incoming.raw) > MAX_BODY_BYTES:  # the server would hang up before it has read it all
            self._write(error_line(INVALID_REQUEST, _TOO_LONG, request_id=incoming.request_id))
            return
        if incoming.method == CANCELLED:
            self._cancel(incoming.params.get("requestId"))
            return
        if incoming.method == "initialize" and not self.agent:
            self.agent = incoming.client_name
        exchange = Exchange()
        if incoming.is_request:
            self._in_flight[_key(incoming.request_id)] = exchange
        pool.submit(self._serve, incoming, exchange)

    def _cancel(self, request_id: Any) -> None:
        """No answer is owed any more. A server without sessions hears of it by the closed connection."""
        exchange = self._in_flight.get(_key(request_id))
        if exchange is not None:
            exchange.cancel()

    def _serve(self, incoming: Incoming, exchange: Exchange) -> None:
        try:
            self._pass_on(incoming, exchange)
        except (Unreachable, Interrupted, Refused, NotStarted) as problem:
            if not exchange.cancelled:
                self._explain(incoming, problem)
        except Exception as problem:  # the border of a thread: a client must not wait for ever
            sentence = f"The bridge failed: {problem!r}"
            self._write(error_line(INTERNAL_ERROR, sentence, request_id=incoming.request_id))
        finally:
            if self._in_flight.get(_key(incoming.request_id)) is exchange:
                del self._in_flight[_key(incoming.request_id)]

    def _pass_on(self, incoming: Incoming, exchange: Exchange) -> None:
        answered = False
        for message in self._sent(incoming, exchange):
            line = one_line(message)
            if incoming.method == "initialize":
                self._note_version(line)
            answered = answered or is_answer(line)
            if not exchange.cancelled:
                self._write(line)
        if incoming.is_request and not answered:
            raise Interrupted("no answer")

    def _sent(self, incoming: Incoming, exchange: Exchange) -> Iterator[bytes]:
        """What comes back. Where nobody listens the server is started, and the message is sent once more."""
        try:
            yield from exchange.messages(self.url(), incoming.raw, self._headers(incoming))
        except Unreachable:
            self.ensure()
            yield from exchange.messages(self.url(), incoming.raw, self._headers(incoming))

    def _headers(self, incoming: Incoming) -> dict[str, str]:
        told = {
            "Authorization": f"Bearer {token}" if (token := self.token()) else "",
            "Continuum-Agent": header_text(self.agent),
            "Continuum-Toolsets": self.toolsets,
        }
        return {
            **incoming.headers(self._negotiated),
            **{name: value for name, value in told.items() if value},
        }

    def _note_version(self, line: bytes) -> None:
        result = json.loads(line).get("result")
        if isinstance(result, dict):
            self._negotiated = str(result.get("protocolVersion", ""))

    def _explain(self, incoming: Incoming, problem: Exception) -> None:
        """Tell the client why there is no answer, or standard error when it asked for none."""
        if not incoming.is_request:
            self.say(f"{incoming.method} was not delivered: {problem}")
        elif isinstance(problem, Refused):
            self._write(_refused(incoming, problem))
        else:
            sentence = _LOST if isinstance(problem, Interrupted) else str(problem)
            self._write(error_line(INTERNAL_ERROR, sentence, request_id=incoming.request_id))

    def _write(self, line: bytes) -> None:
        with self._writing, suppress(BrokenPipeError):  # a client that is gone hears nothing
            self.output.write(line + b"\n")
            self.output.flush()


def _refused(incoming: Incoming, problem: Refused) -> bytes:
    """The server's own error under the id that the client waits for, else a sentence about the status."""
    with suppress(ValueError):
        body = json.loads(problem.body)
        if isinstance(body, dict) and isinstance(body.get("error"), dict) and problem.status != UNAUTHORIZED:
            return json.dumps({**body, "id": incoming.request_id}).encode()
    if problem.status == UNAUTHORIZED:
        return error_line(INTERNAL_ERROR, _NOT_ACCEPTED, request_id=incoming.request_id, status=UNAUTHORIZED)
    sentence = f"The server answered with HTTP status {problem.status}."
    return error_line(INTERNAL_ERROR, sentence, request_id=incoming.request_id, status=problem.status)


def _key(request_id: Any) -> str:
    """An id as a key: 1 and "1" are two."""
    return json.dumps(request_id)
