"""Who Postgres runs as."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from continuum.embedded import account
from tests.continuum.embedded.seats import ROOT, Seat

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
ORDINARY = """
import os, sys
from pathlib import Path
from continuum.embedded import supervisor
from continuum.embedded.paths import Home
home = Home(Path(sys.argv[1]))
for _ in range(2):
    with supervisor.running(home, durability="test"):
        print(os.geteuid(), supervisor.status(home).ready, home.postgres.stat().st_uid)
"""


@pytest.fixture
def open_home(ground: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=ground.parent) as folder:
        yield Path(folder)


def interpreter() -> str:
    """One of this version that every user can run; the tests' own may lie in a closed folder."""
    version = f"python3.{sys.version_info.minor}"
    for candidate in (sys.executable, shutil.which(version, path="/usr/local/bin:/usr/bin")):
        if candidate and account.passable(Path(candidate).resolve().parent):
            return candidate
    pytest.skip(f"no {version} that an ordinary user could run")


@needs_root
def test_an_ordinary_user_has_everything_under_its_own_name(open_home: Path) -> None:
    who = account.current()
    assert who.uid is not None
    os.chown(open_home, who.uid, -1)
    done = subprocess.run(
        [interpreter(), "-c", ORDINARY, str(open_home / "home")],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path[1:]])},
        user=who.uid,
        group=who.gid,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split("\n")[:2] == [f"{who.uid} True {who.uid}"] * 2


@needs_root
def test_roots_postgres_runs_without_rights_and_below_closed_folders(running: Seat) -> None:
    assert not account.passable(running.root.parent)
    found = running.status()
    assert found.postgres is not None
    assert psutil.Process(found.postgres).uids().effective == account.current().uid
    assert running.home.postgres.stat().st_mode & 0o077 == 0


def test_passable_means_every_folder_above_is_open(tmp_path: Path) -> None:
    assert account.passable(Path("/usr/bin"))
    (tmp_path / "closed" / "open").mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    assert not account.passable(tmp_path / "closed" / "open")
