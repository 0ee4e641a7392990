"""The command itself, on the questions that need no file."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.conf import settings

from bench.quality.scripts.made import SCRIPTS


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_our_own_questions_are_asked_and_told_by_script() -> None:
    command = [sys.executable, "-m", "bench.quality", "--without", "peers"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    last = done.stdout.splitlines()[-1]
    shares = json.loads(last.removeprefix("RESULT "))["scripts_recall_at_5"]
    assert set(shares) == set(SCRIPTS)
    assert all(0.3 < share <= 1 for share in shares.values())
