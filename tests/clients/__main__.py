"""`python -m tests.clients` (make clients): real clients, let in through the consent page in a real Chromium.

A server of its own, a person at a browser, and each client in a home of its own. Prints a RESULT with one key
for each client. Names of clients as arguments choose among them; `--keep FOLDER` leaves everything there.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.clients import claude_code, codex, fast, inspector, remote, sdk
from tests.clients.programs import NotInstalled, find_programs
from tests.clients.scene import Report, play
from tests.clients.stage import stage

PEERS = {module.PEER.key: module.PEER for module in (sdk, fast, remote, inspector, claude_code, codex)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.clients")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=f"some of: {', '.join(PEERS)}")
    parser.add_argument(
        "--keep", type=Path, help="a new folder to work in, which is left as it is in the end"
    )
    options = parser.parse_args()
    if unknown := set(options.clients) - set(PEERS):
        parser.error(f"no such client: {', '.join(sorted(unknown))}")
    forget_settings()
    try:
        programs = find_programs()
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 2
    chosen = [PEERS[key] for key in PEERS if not options.clients or key in options.clients]
    with folder_of(options.keep) as folder, stage(folder, programs) as ready:
        reports = play(ready, chosen, tell=tell)
    print("RESULT " + json.dumps({report.peer.key: report.passed for report in reports}))
    return 0 if all(report.passed for report in reports) else 1


def tell(report: Report, step: str) -> None:
    print(f"{report.version}: {step}", flush=True)


def forget_settings() -> None:
    """The server is one that nobody has set up."""
    for name in [name for name in os.environ if name.startswith("CONTINUUM_")]:
        del os.environ[name]


@contextmanager
def folder_of(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="continuum-clients-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


if __name__ == "__main__":
    sys.exit(main())
