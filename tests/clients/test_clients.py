"""Real clients, as `make clients` runs them: one run for all of them, one test for each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.__main__ import PEERS

ROOT = Path(__file__).resolve().parents[2]
RUN_SECONDS = 900

pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture(scope="module")
def told() -> tuple[dict[str, bool], str]:
    """What the run came to, and what it said on the way."""
    command = [sys.executable, "-m", "tests.clients"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=RUN_SECONDS, check=False)
    said = done.stdout + done.stderr
    assert done.stdout.strip(), said
    return json.loads(done.stdout.splitlines()[-1].removeprefix("RESULT ")), said


@pytest.mark.timeout(RUN_SECONDS)
@pytest.mark.parametrize("client", list(PEERS))
def test_a_real_client_is_let_in_and_gets_to_work(client: str, told: tuple[dict[str, bool], str]) -> None:
    result, said = told
    assert result[client], said
