"""A site on a real socket, a sentinel that nothing may reach, and web tools that know the site."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from webtools import engines
from webtools.browser.finding import ANY, find_chromium
from webtools.settings import WebSettings
from webtools.web import Web

HTML = "text/html; charset=utf-8"


@dataclass
class Route:
    """What a path answers. `stream` makes a body that never ends; `wait` is how long it keeps silent."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    method: str = ""
    needs: tuple[str, str] = ("", "")
    otherwise: Route | None = None
    stream: bool = False
    wait: threading.Event | None = None


class Site:
    """`routes` by path, `*` for every other; `hits` is what was asked. `host` may be told to be another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.routes: dict[str, Route] = {}
        self.hits: list[tuple[str, str, dict[str, str]]] = []
        self.closing = threading.Event()

    def page(self, path: str, html: str | bytes, content_type: str = HTML, **more: Any) -> str:
        body = html if isinstance(html, bytes) else html.encode()
        headers = {"Content-Type": content_type, **more.pop("headers", {})}
        self.routes[path] = Route(body.replace(b"{BASE}", self.base.encode()), headers=headers, **more)
        return self.base + path

    def redirect(self, path: str, to: str, status: int = 302) -> str:
        self.routes[path] = Route(status=status, headers={"Location": to.replace("{BASE}", self.base)})
        return self.base + path

    def file(self, path: str, body: bytes, content_type: str, **more: Any) -> str:
        return self.page(path, body, content_type, **more)

    def clear(self) -> None:
        self.routes.clear()
        self.hits.clear()

    @property
    def paths(self) -> list[str]:
        return [path for _, path, _ in self.hits]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def log_message(self, *args: Any) -> None:
        """Nothing: pytest's output is not for this."""

    def do_GET(self) -> None:
        site = self.site
        headers = {name.lower(): value for name, value in self.headers.items()}
        site.hits.append((self.command, self.path, headers))
        route = site.routes.get(self.path) or site.routes.get(self.path.split("?")[0]) or site.routes.get("*")
        if route is not None and route.method and route.method != self.command:
            route = Route(status=405)
        if route is not None and route.needs[1] not in headers.get(route.needs[0], ""):
            route = route.otherwise
        with suppress(OSError):
            self._send(route or Route(status=404))

    do_HEAD = do_POST = do_GET  # noqa: N815 - as the standard library looks for them

    def _send(self, route: Route) -> None:
        if route.wait is not None:
            while not (route.wait.wait(0.05) or self.site.closing.is_set()):
                pass
        if "Content-Length" in route.headers:
            self.close_connection = True
        self.send_response(route.status)
        for name, value in route.headers.items():
            self.send_header(name, value)
        if route.stream:
            self.send_header("Connection", "close")
            self.end_headers()
            self._endless(route.body)
            return
        if "Content-Length" not in route.headers:
            self.send_header("Content-Length", str(len(route.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(route.body)

    def _endless(self, body: bytes) -> None:
        self.close_connection = True
        self.wfile.write(body)
        while not self.site.closing.is_set():
            self.wfile.write(b"<p>and so on and on</p>\n" * 20)
            time.sleep(0.02)


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many of these tests are about."""


@pytest.fixture(scope="session")
def served() -> Iterator[Site]:
    handler = type("Handler", (_Handler,), {})
    server = _Quiet(("127.0.0.1", 0), handler)
    site = handler.site = Site(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield site
    site.closing.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def site(served: Site) -> Iterator[Site]:
    """An empty site, which the web tools of these tests may open."""
    served.clear()
    yield served
    served.clear()


class Sentinel:
    """Something inside that listens on TCP and UDP and that nothing may ever reach."""

    def __init__(self) -> None:
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self._tcp.getsockname()[1]
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        self._tcp.settimeout(0.0)
        self._udp.settimeout(0.0)
        self.address = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.address}/secret"

    @property
    def touched(self) -> bool:
        """Whether a connection waits to be taken, or a packet has come."""
        try:
            connection, _ = self._tcp.accept()
        except BlockingIOError:
            pass
        else:
            connection.close()
            return True
        try:
            self._udp.recvfrom(1)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._tcp.close()
        self._udp.close()


@pytest.fixture
def sentinel() -> Iterator[Sentinel]:
    found = Sentinel()
    yield found
    found.close()


QUICK = {
    "test_shadow_roots_and_frames_are_read",
    "test_what_scripts_add_is_read",
    "test_a_redirect_to_the_inside_is_refused",
    "test_no_way_out_of_a_page_reaches_the_inside",
    "test_a_browser_that_is_killed_is_started_again",
    "test_a_page_is_a_png_of_the_window",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a real browser takes its time: most of it runs with the slow tests."""
    for item in items:
        if "tests/webtools" not in str(item.path) or not isinstance(item, pytest.Function):
            continue
        called = item.callspec.params.get("browser") if hasattr(item, "callspec") else None
        if "web" in (*item.fixturenames, called):
            item.add_marker(pytest.mark.browser)
            if item.originalname not in QUICK:
                item.add_marker(pytest.mark.slow)


def needs_chromium() -> None:
    if not engines.has_driver():
        pytest.skip("Playwright is not installed (extra `web`)")
    if find_chromium(ANY) is None:
        pytest.skip("no Chromium on the path: install the system's package `chromium`")


@pytest.fixture(scope="session")
def shared_web(served: Site) -> Iterator[Web]:
    """Web tools with a real Chromium, which may open the site and nothing else inside."""
    needs_chromium()
    web = Web(WebSettings(allow=(f"127.0.0.1:{served.port}",)))
    yield web
    web.close()


@pytest.fixture
def web(shared_web: Web, site: Site) -> Web:
    return shared_web


@pytest.fixture(scope="session")
def shared_plain(served: Site) -> Iterator[Web]:
    web = Web(WebSettings(allow=(f"127.0.0.1:{served.port}",), browser="none"))
    yield web
    web.close()


@pytest.fixture
def plain(shared_plain: Web, site: Site) -> Web:
    """Web tools without a browser."""
    return shared_plain


Answers = dict[str, list[str]]


def resolving(answers: Answers) -> Callable[[str, int], Any]:
    """A resolver that knows these names and no other."""

    async def resolve(host: str, port: int) -> list[str]:
        return answers[host]

    return resolve
