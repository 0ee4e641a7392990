"""A server that answers as no Continuum would: late, too much, something else."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JSON = "application/json"


@dataclass
class Odd:
    """What it answers with to everything, after how long; `asked` is what it was sent, parsed."""

    status: int = 200
    kind: str = JSON
    body: bytes = b'{"context": "x"}'
    seconds: float = 0.0
    location: str = ""
    url: str = ""
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)


@contextmanager
def answering(odd: Odd) -> Iterator[Odd]:
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            odd.asked.append((self.path, dict(self.headers), json.loads(raw.decode() or "null")))
            ended.wait(odd.seconds)
            self.send_response(odd.status)
            self.send_header("Content-Type", odd.kind)
            self.send_header("Content-Length", str(len(odd.body)))
            if odd.location:
                self.send_header("Location", odd.location)
            self.end_headers()
            try:
                self.wfile.write(odd.body)
            except OSError:
                self.close_connection = True  # the client had enough

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    odd.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield odd
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


def nobody() -> str:
    """An address at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"
