"""`python -m tests.clients.person BROWSER LINK FOLDER`: a person at a real Chromium, as a program of its own.

Signs in by the one-time link, then opens each address that is posted to it and decides on the consent page as
a person does: reads who asks and where the answer goes, ticks, presses Allow. Prints the port it listens at.
Needs nothing of the project, only playwright.
"""

from __future__ import annotations

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, sync_playwright

PAGE_MILLISECONDS = 30_000
TICKED = (
    ("permissions", "memory:read"),
    ("permissions", "memory:write"),
    ("toolsets", "memory"),
    ("toolsets", "advanced"),
    ("workspaces", "default"),
)


class Confused(RuntimeError):
    """The page is not what a person would expect."""


def sign_in(page: Page, link: str) -> None:
    page.goto(link)
    page.locator("main button").first.click()
    page.wait_for_load_state()
    if "/sign-in" in page.url:
        raise Confused(f"not signed in: {page.url}")


def decide(page: Page, address: str) -> dict[str, str]:
    """Open the address, let the client in, and tell what was read and where it led."""
    goal = parse_qs(urlsplit(address).query)["redirect_uri"][0]
    page.goto(address)
    read = page.locator("main").inner_text()
    host = urlsplit(goal).netloc
    if host not in read:
        raise Confused(f"the page does not say that the answer goes to {host}:\n{read}")
    for field, value in TICKED:
        page.locator(f'input[name="{field}"][value="{value}"]').check()
    page.locator('input[name="mode"][value="auto"]').check()
    with page.expect_navigation(url=lambda url: url.startswith(goal), timeout=PAGE_MILLISECONDS):
        page.locator('button[name="decision"][value="allow"]').click()
    return {"read": read, "led_to": page.url, "then": page.locator("body").inner_text()}


class Desk(BaseHTTPRequestHandler):
    """POST an address: it is opened. One at a time, as a person does."""

    page: Page
    log: Path

    def do_POST(self) -> None:
        address = self.rfile.read(int(self.headers["Content-Length"])).decode().strip()
        try:
            self._answer(200, decide(self.page, address))
        except (BrowserError, Confused, KeyError) as error:
            self._answer(500, {"error": f"{type(error).__name__}: {error}", "address": address})

    def _answer(self, status: int, told: dict[str, Any]) -> None:
        with self.log.open("a") as log:
            log.write(json.dumps(told) + "\n")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Every visit is in the log already."""


def main(browser: str, link: str, folder: str) -> None:
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=arguments)
        Desk.page = chromium.new_page()
        Desk.page.set_default_timeout(PAGE_MILLISECONDS)
        Desk.log = Path(folder) / "visits.jsonl"
        sign_in(Desk.page, link)
        with HTTPServer(("127.0.0.1", 0), Desk) as desk:
            print(desk.server_port, flush=True)
            desk.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
