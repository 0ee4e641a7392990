"""An account at an OpenID Connect server opens one here: a real `manage.py up`, a server that speaks OIDC."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import jwt
import pytest

from continuum.embedded import supervisor
from continuum.embedded.paths import Home
from tests.listening import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 60
CLIENT, SECRET = "continuum", "shared only with the provider"


class Provider(BaseHTTPRequestHandler):
    """As much of OpenID Connect as the code flow needs. Dora is signed in, and lets everybody in."""

    def log_message(self, *args: Any) -> None:
        """Nothing to the terminal."""

    def do_GET(self) -> None:
        asked, here = urlsplit(self.path), f"http://127.0.0.1:{self.server.server_port}"
        if asked.path == "/.well-known/openid-configuration":
            names = {"token_endpoint": "token", "userinfo_endpoint": "me", "authorization_endpoint": "in"}
            addresses = {name: f"{here}/{path}" for name, path in names.items()}
            self.answer({"issuer": here, "jwks_uri": f"{here}/keys", **addresses})
        elif asked.path == "/in":
            given = {name: values[0] for name, values in parse_qs(asked.query).items()}
            assert given["client_id"] == CLIENT and given["code_challenge_method"] == "S256"
            back = urlencode({"code": "a code", "state": given["state"]})
            self.answer({}, status=302, location=f"{given['redirect_uri']}?{back}")
        elif asked.path == "/me":
            assert self.headers["Authorization"] == "Bearer a token"
            address = {"email": "dora@example.test", "email_verified": True}
            self.answer({"sub": "dora-1", "preferred_username": "dora", **address})

    def do_POST(self) -> None:
        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        assert sent["code"] == ["a code"] and "code_verifier" in sent and self.path == "/token"
        here = f"http://127.0.0.1:{self.server.server_port}"
        claims = {"iss": here, "aud": CLIENT, "sub": "dora-1", "exp": int(time.time()) + 60}
        signed = jwt.encode(
            claims, "k" * 32, algorithm="HS256"
        )  # fetched directly: its signature is not asked
        self.answer({"access_token": "a token", "token_type": "Bearer", "id_token": signed})

    def answer(self, body: dict[str, Any], *, status: int = 200, location: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


@contextmanager
def serving(home: Path, sign_up: str, provider: str) -> Iterator[str]:
    """A Continuum that lets people in by the provider."""
    port = free_port()
    environment = {
        **os.environ,
        "CONTINUUM_HOME": str(home),
        "CONTINUUM_PORT": str(port),
        "CONTINUUM_SIGN_UP": sign_up,
        "CONTINUUM_EMAIL_URL": "smtp://127.0.0.1:9",
        "CONTINUUM_SIGN_IN_WITH": "oidc",
        "CONTINUUM_OIDC_URL": provider,
        "CONTINUUM_OIDC_NAME": "The office",
        "CONTINUUM_OIDC_CLIENT_ID": CLIENT,
        "CONTINUUM_OIDC_CLIENT_SECRET": SECRET,
    }
    command = [sys.executable, "manage.py", "up", "--mode", "auto", "--quiet"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)
    try:
        yield awaited(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def awaited(url: str, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/health/live").is_success:
                return url
        time.sleep(0.1)
    raise AssertionError("the server did not start")


@pytest.fixture
def at_the_office() -> Iterator[Callable[[str], Any]]:
    """`with at_the_office(sign_up) as url`."""
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), Provider) as provider,
        tempfile.TemporaryDirectory(prefix="continuum-sso-", ignore_cleanup_errors=True) as folder,
        supervisor.running(Home(Path(folder)), durability="test"),
    ):
        threading.Thread(target=provider.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{provider.server_port}"
        yield lambda sign_up: serving(Path(folder), sign_up, address)
        provider.shutdown()


def by_the_office(url: str) -> httpx.Response:
    """Where Dora arrives who presses the button."""
    with httpx.Client(base_url=url, follow_redirects=True) as browser:
        assert "The office" in browser.get("/sign-in").text
        page = browser.get("/sign-in/with/oidc/oidc/login/?process=login&next=/account")
        assert "form-action 'self' https:" in page.headers["Content-Security-Policy"]
        sent = {"csrfmiddlewaretoken": browser.cookies["continuum_csrf"]}
        return browser.post(str(page.url), data=sent)


def test_it_opens_an_account_only_where_accounts_may_be_made(at_the_office: Callable[[str], Any]) -> None:
    with at_the_office("closed") as url:
        assert "No new accounts here" in by_the_office(url).text
    with at_the_office("open") as url:
        arrived = by_the_office(url)
        assert arrived.url.path == "/account" and "dora@example.test" in arrived.text
    with at_the_office("closed") as url:  # who has an account keeps it
        assert by_the_office(url).url.path == "/account"
