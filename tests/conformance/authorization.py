"""The suite's `authorization` command on the product: its metadata, and a code that a person consents to."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

from tests.clients.commands import Failed
from tests.clients.stage import Stage
from tests.conformance.suite import PACKAGE, Outcome, read_outcomes

PART = "authorization"
REVISION = "2026-07-28"
SCENARIOS = ("authorization-server-metadata-endpoint", "authorization-code-grant")
PREFIX = "authorization-server-"
SECONDS = 60
TIMEOUT = 120


def run_authorization(stage: Stage, port: int) -> list[Outcome]:
    """`port` is where the suite waits for the answer."""
    parts = urlsplit(stage.url)
    issuer = f"{parts.scheme}://{parts.netloc}"
    client = register(issuer, f"http://127.0.0.1:{port}/callback")
    folder = stage.folder / PART
    command = [stage.programs.node / "node", stage.programs.modules / PACKAGE / "dist" / "index.js", PART]
    command += ["--url", issuer, "--client-id", client, "--resource", stage.url, "-p", str(port)]
    command += ["--spec-version", REVISION, "-o", folder]
    home = stage.home("suite")
    with subprocess.Popen(
        [str(part) for part in command],
        env=stage.environment(home),
        cwd=home,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as suite:
        try:
            assert suite.stdout is not None
            stage.open(next(addresses(suite.stdout), ""))
            suite.stdout.read()
            suite.wait(TIMEOUT)
        finally:
            suite.kill()
    return list(read_outcomes(folder, part=PART, revision=REVISION, scenarios=SCENARIOS, prefix=PREFIX))


def register(issuer: str, redirect: str) -> str:
    """A public client of that name; its id."""
    asked = {
        "client_name": "MCP conformance suite",
        "redirect_uris": [redirect],
        "token_endpoint_auth_method": "none",
    }
    request = urllib.request.Request(
        f"{issuer}/oauth/register",
        data=json.dumps(asked).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return str(json.load(answer)["client_id"])


def addresses(lines: Iterator[str]) -> Iterator[str]:
    """The addresses that a person is asked to open. Raises Failed where none is."""
    said = []
    for line in lines:
        said.append(line)
        if line.strip().startswith("http") and "/oauth/authorize" in line:
            yield line.strip()
    raise Failed(f"the suite asked nobody for consent; it said:\n{''.join(said)}")
