"""A page as many are: an article with a table and code, a style sheet, a script that adds to it, pictures."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PARAGRAPHS = 120
_STORY = "".join(
    f"<p>Paragraph {n} tells of <a href='/ship/{n}'>a ship</a> that lay in the harbour for {n} days, of its "
    f"crew and of the <em>weather</em>, until it left on a calm morning with the tide.</p>"
    for n in range(PARAGRAPHS)
)
_ROWS = "".join(f"<tr><td>Ship {n}</td><td>{n * 7} t</td><td>{n % 28 + 1} May</td></tr>" for n in range(60))
_MENU = "".join(f"<li><a href='/menu/{n}'>Menu {n}</a></li>" for n in range(60))
_PAGE = f"""<!doctype html><html lang=en><head><meta charset=utf-8><title>Harbour log</title>
<link rel=stylesheet href=/s.css><script src=/s.js defer></script></head>
<body><nav><ul>{_MENU}</ul></nav>
<main><article><h1>Harbour log</h1><img src=/a.svg alt="A ship"><img src=/b.svg alt="The harbour">{_STORY}
<table><tr><th>Ship</th><th>Weight</th><th>Left</th></tr>{_ROWS}</table>
<pre><code class="language-python">def tide(n):\n    return n % 12</code></pre></article></main>
</body></html>"""
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'
_FILES = {
    "/": ("text/html; charset=utf-8", _PAGE),
    "/s.css": ("text/css", "body{font:16px serif;max-width:50em}" + ".a{color:#333}" * 400),
    "/s.js": (
        "text/javascript",
        "document.querySelector('main').append('Added by a script: high tide at noon.')",
    ),
    "/a.svg": ("image/svg+xml", _SVG),
    "/b.svg": ("image/svg+xml", _SVG),
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        kind, text = _FILES.get(self.path.split("?")[0], ("text/plain", ""))
        body = text.encode()
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is none."""


@contextmanager
def shop() -> Iterator[int]:
    """The port at which it is served until the block ends."""
    server = _Server(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()
    thread.join()
