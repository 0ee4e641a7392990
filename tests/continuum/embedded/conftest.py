"""Real servers in temporary homes: each test has its own, and nothing it started outlives it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from continuum.embedded import roles
from tests.continuum.embedded.seats import Seat

MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 2 * 1024**3


@pytest.fixture(scope="session")
def ground() -> Iterator[Path]:
    """Where homes are built: in memory where there is plenty, for a cluster is a thousand files to delete."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH_BYTES
    with tempfile.TemporaryDirectory(prefix="continuum-tests-", dir=MEMORY if roomy else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def pattern(ground: Path) -> Path:
    """A home after its first start, stopped: what other homes are copied from."""
    seat = Seat(ground / "pattern")
    with seat.running():
        pass
    return seat.root


@pytest.fixture
def empty(ground: Path) -> Iterator[Seat]:
    """A home before its first start."""
    seat = Seat(ground / uuid4().hex / "home")
    yield seat
    seat.clean()


@pytest.fixture
def seat(empty: Seat, pattern: Path) -> Seat:
    """A home whose cluster is made, with nothing running."""
    empty.root.parent.mkdir()
    subprocess.run(["cp", "-a", str(pattern), str(empty.root)], check=True)
    return empty


@pytest.fixture(scope="session")
def running(ground: Path) -> Iterator[Seat]:
    """A home whose services run, for all tests that only look or have a database of their own."""
    seat = Seat(ground / "running" / "home")
    with seat.running():
        yield seat
    seat.clean()


@pytest.fixture
def room(running: Seat) -> Iterator[Seat]:
    """The running home, seen through a database that is this test's alone."""
    name = f"room_{uuid4().hex}"
    roles.prepare_database(running.home, name=name)
    yield replace(running, database=name)
    running.admin(f"DROP DATABASE {name} WITH (FORCE)")
