"""/metrics of a process that serves nothing else: a worker alone in its container."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client import CONTENT_TYPE_LATEST

from continuum.metrics import exposition, opens
from continuum.watch_settings import METRICS_PATH


@contextmanager
def metrics_port(host: str, port: int) -> Iterator[int]:
    """Answer at this port while the block runs, to who shows the token; yields the port."""
    httpd = ThreadingHTTPServer((host, port), _Handler)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, name="continuum-metrics", daemon=True)
    thread.start()
    try:
        yield int(httpd.server_address[1])
    finally:
        httpd.shutdown()
        httpd.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != METRICS_PATH:
            self._send(HTTPStatus.NOT_FOUND)
        elif not opens(self.headers.get("Authorization", "").encode()):
            self._send(HTTPStatus.UNAUTHORIZED)
        else:
            self._send(HTTPStatus.OK, exposition())

    def _send(self, status: HTTPStatus, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Prometheus asks all day."""
