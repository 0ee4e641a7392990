"""`python -m tests.deployment` (make production): a whole deployment on this machine, walked through."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.deployment.stack import NotReady, stack
from tests.deployment.walk import walked


def main() -> int:
    began = time.monotonic()

    def say(step: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {step}", flush=True)

    with tempfile.TemporaryDirectory(prefix="continuum-production-", ignore_cleanup_errors=True) as folder:
        try:
            say("Starting Postgres, Redis, two web processes, two workers, beat and nginx")
            with stack(Path(folder)) as running:
                asyncio.run(walked(running, say=say))
        except NotReady as error:
            print(error, file=sys.stderr)
            return 1
    say("Everything went as it should.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
