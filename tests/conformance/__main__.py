"""`python -m tests.conformance` (make conformance): the official MCP conformance suite.

Three parts. `gate`: what the suite wants, behind the product's real gate, for both revisions, as far as it
is scored. `product`: the product's own tools, with the scenarios that need no tools of the suite.
`authorization`: the product's metadata and code flow, with a person at a real browser. Prints a RESULT.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.server import free_port
from tests.clients.__main__ import folder_of, forget_settings
from tests.clients.programs import NotInstalled, find_programs
from tests.clients.stage import ROOT, Stage, stage
from tests.conformance.authorization import run_authorization
from tests.conformance.suite import Outcome, run_requirements, run_scenarios
from tests.conformance.verdict import conclude

REVISIONS = ("2026-07-28", "2025-11-25")
# Scenarios that need no tool, resource or prompt of the suite's.
FIXTURE_FREE = {
    "2026-07-28": (
        "server-stateless",
        "tools-list",
        "resources-list",
        "prompts-list",
        "sep-2164-resource-not-found",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "caching",
        "input-required-result-unsupported-methods",
        "http-header-validation",
    ),
    "2025-11-25": (
        "server-initialize",
        "ping",
        "tools-list",
        "resources-list",
        "prompts-list",
        "dns-rebinding-protection",
    ),
}
READY_SECONDS = 60
STOP_SECONDS = 30


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance")
    parser.add_argument(
        "--keep", type=Path, help="a new folder to work in, which is left as it is in the end"
    )
    options = parser.parse_args()
    forget_settings()
    try:
        programs = find_programs()
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 2
    with folder_of(options.keep) as folder, stage(folder, programs) as ready:
        outcomes = list(run_all(ready))
    result, said = conclude(outcomes)
    print(said)
    print("RESULT " + json.dumps(result))
    return 1 if result["scored_failed"] else 0


def run_all(ready: Stage) -> Iterator[Outcome]:
    with serving(ready, "suite") as url:
        for revision in REVISIONS:
            yield from run_requirements(ready, "gate", url, revision)
    with serving(ready, "product") as url:
        for revision in REVISIONS:
            yield from run_scenarios(ready, "product", url, revision, FIXTURE_FREE[revision])
    yield from run_authorization(ready, free_port())


@contextmanager
def serving(ready: Stage, kind: str) -> Iterator[str]:
    """`tests.conformance.fixture` on the data of the running server; its address."""
    port = free_port()
    settings = {
        "CONTINUUM_HOME": str(ready.folder / "server"),
        "CONTINUUM_PORT": str(urlsplit(ready.url).port),
        "CONTINUUM_WORK_IN_PROCESS": "0",
    }
    command = [sys.executable, "-m", "tests.conformance.fixture", str(port), kind]
    with (ready.folder / f"{kind}.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **settings},
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
        )
    try:
        wait_until_answered(process, f"http://127.0.0.1:{port}/health/live", log=ready.folder / f"{kind}.log")
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def wait_until_answered(process: subprocess.Popen[bytes], url: str, *, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=READY_SECONDS):
                return
        except urllib.error.URLError:
            time.sleep(0.1)  # not listening yet
    raise RuntimeError(f"The fixture did not start:\n{log.read_text()}")


if __name__ == "__main__":
    sys.exit(main())
