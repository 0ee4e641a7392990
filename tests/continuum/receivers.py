"""A small collector on a real socket that keeps what is sent to it: OTLP over HTTP, Sentry's envelopes."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


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
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    received = Received(httpd.server_address[1])
    httpd.received = received  # type: ignore[attr-defined]
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


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
