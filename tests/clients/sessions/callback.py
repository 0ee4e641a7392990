"""The address of this machine that a client has people sent back to, for one visit."""

from __future__ import annotations

import asyncio
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

VISIT_SECONDS = 60


class _Visit(BaseHTTPRequestHandler):
    server: Callback

    def do_GET(self) -> None:
        self.server.told = dict(parse_qsl(urlsplit(self.path).query))
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(b"You can go back to the client.")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Nobody reads it."""


class Callback(HTTPServer):
    """`told` is what the server sent along: code, state, iss, or an error."""

    told: dict[str, str]

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Visit)
        self.timeout = VISIT_SECONDS
        self.told = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/callback"

    async def visit(self) -> dict[str, str]:
        await asyncio.to_thread(self.handle_request)
        return self.told
