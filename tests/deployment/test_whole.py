"""A whole deployment, walked through as `make production` does."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.deployment.stack import NEEDED, stack
from tests.deployment.walk import walked


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_whole_deployment_serves_while_its_parts_die(tmp_path: Path) -> None:
    if missing := [program for program in NEEDED if shutil.which(program) is None]:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    steps: list[str] = []
    with stack(tmp_path) as running:
        asyncio.run(walked(running, say=steps.append))
    assert len(steps) == 9
