"""A small embedding server on a real socket: it speaks the OpenAI-compatible protocol, well or badly as told.

Vectors depend on the text alone, so that a test can tell whose vector came back. Replies put into
`script` are given in turn before good ones; every request is kept in `requests`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

DIMENSIONS = 8


@dataclass(frozen=True)
class Reply:
    """What goes over the wire. `pause` in seconds, between every byte of the body when `drop_by_drop`;
    a server that hangs up promised one byte more than it sends.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pause: float = 0.0
    drop_by_drop: bool = False
    hangs_up: bool = False


@dataclass(frozen=True)
class Request:
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        return self.body["input"]


Script = Callable[[Request], Reply]


def vector_of(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Not of length 1: a client has to see to that."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return (np.random.default_rng(seed).normal(size=dimensions) * 3).tolist()


def entries(request: Request) -> list[dict[str, Any]]:
    size = request.body.get("dimensions", DIMENSIONS)
    return [
        {"object": "embedding", "index": index, "embedding": vector_of(text, size)}
        for index, text in enumerate(request.texts)
    ]


def reply(data: Any, **more: Any) -> Reply:
    body = {"object": "list", "data": data, "model": "some-model", "usage": {"total_tokens": 1}}
    return Reply(json.dumps(body).encode(), **more)


def good(request: Request) -> Reply:
    return reply(entries(request))


def shuffled(request: Request) -> Reply:
    return reply(entries(request)[::-1])


def in_base64(request: Request) -> Reply:
    data = entries(request)
    for entry in data:
        packed = np.asarray(entry["embedding"], "<f4").tobytes()
        entry["embedding"] = base64.b64encode(packed).decode()
    return reply(data)


def status(code: int, **headers: str) -> Script:
    """A refusal that quotes what it was sent, as real ones do."""

    def refuse(request: Request) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Reply(json.dumps({"error": {"message": f"bad: {request.texts}"}}).encode(), code, named)

    return refuse


class EmbeddingServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script: list[Script] = []
        self.requests: list[Request] = []

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up in the middle is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = Request(self.path, dict(self.headers), json.loads(body))
        self.server.requests.append(request)
        self._send(self.server.script.pop(0)(request) if self.server.script else good(request))

    def _send(self, answer: Reply) -> None:
        if not answer.drop_by_drop:
            time.sleep(answer.pause)
        self.close_connection = answer.hangs_up
        length = len(answer.body) + answer.hangs_up
        self.send_response(answer.status)
        for name, value in {**answer.headers, "Content-Length": str(length)}.items():
            self.send_header(name, value)
        self.end_headers()
        size = 1 if answer.drop_by_drop else max(1, len(answer.body))
        for start in range(0, len(answer.body), size):
            self.wfile.write(answer.body[start : start + size])
            self.wfile.flush()
            time.sleep(answer.pause if answer.drop_by_drop else 0)

    def log_message(self, *args: Any) -> None:
        """Quiet."""


@contextmanager
def running() -> Iterator[EmbeddingServer]:
    server = EmbeddingServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
