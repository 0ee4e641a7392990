"""The official suite, as `make conformance` runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN_SECONDS = 900


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(RUN_SECONDS)
def test_every_scored_scenario_passes_but_the_baseline() -> None:
    command = [sys.executable, "-m", "tests.conformance"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=RUN_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout.splitlines()[-1].removeprefix("RESULT "))
    assert (result["scored_failed"], result["baseline_failed"]) == (0, 4)
