"""A fake's handler on a real socket, from a block's beginning to its end. Knows nothing of Django."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that did not wait has gone; that is often what is tried out."""


@contextmanager
def answering(
    handler: type[BaseHTTPRequestHandler], *, server: type[ThreadingHTTPServer] = ThreadingHTTPServer
) -> Iterator[ThreadingHTTPServer]:
    """Afterwards nobody listens at its address. The handler finds what the caller sets on the server as
    `self.server`.
    """
    httpd = server(("127.0.0.1", 0), handler)
    httpd.daemon_threads = True
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield httpd
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()
