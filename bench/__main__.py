"""`python -m bench` (make bench): fills a store of its own, measures, writes RESULTS.md, prints a RESULT.

The measuring is another process: settings read the environment once, and whatever becomes of that process,
its home is taken away here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

KEPT = ("CONTINUUM_EMBEDDING", "CONTINUUM_EMBEDDING_WEIGHTS", "CONTINUUM_EMBEDDING_THREADS")


def main(module: str = "bench.run") -> int:
    """Run a module in a home of its own, with the arguments of this command."""
    with tempfile.TemporaryDirectory(prefix="continuum-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # Postgres may run as another user than root
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("CONTINUUM_") or key in KEPT
        }
        environment["CONTINUUM_HOME"] = str(Path(folder) / "home")
        environment["DJANGO_SETTINGS_MODULE"] = "continuum.settings"
        command = [sys.executable, "-m", module, *sys.argv[1:]]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
