"""A small collector on a real socket that keeps what is sent to it: OTLP over HTTP, Sentry's envelopes."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.fakes.answering import answering


class Received:
    """`bodies` are as they were before they were compressed, by the path they were sent to."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.bodies: list[tuple[str, bytes]] = []

    @property
    def everything(self) -> bytes:
        return b"\n".join(body for _, body in self.bodies)


@contextmanager
def receiver() -> Iterator[Received]:
    with answering(_Handler) as httpd:
        received = httpd.received = Received(httpd.server_address[1])  # type: ignore[attr-defined]
        yield received


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.server.received.bodies.append((self.path, body))  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""
