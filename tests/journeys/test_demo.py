"""`make demo` proves the main job: so it must run, and it must be able to fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def demo(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )


@pytest.mark.timeout(180)
def test_the_demo_keeps_its_promises_and_leaves_nothing_behind(tmp_path: Path) -> None:
    told = demo(TMPDIR=str(tmp_path))
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("found  ") == 6 and told.stdout.count("version 3, active") == 2
    assert told.stdout.count("is at version 3 now, not 2.") == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.timeout(180)
def test_the_demo_fails_when_a_memory_is_not_found_by_meaning(tmp_path: Path) -> None:
    told = demo(TMPDIR=str(tmp_path), CONTINUUM_EMBEDDING="none")
    assert told.returncode != 0 and "did not bring the memory" in told.stderr
