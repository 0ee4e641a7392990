"""Folders are private, and what stands in the way is named in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from continuum.embedded import folders, supervisor
from continuum.embedded.errors import NoPermission, StartFailed
from continuum.embedded.paths import Home
from tests.continuum.embedded.seats import ROOT

# Everything is imported before the rights are given up: the interpreter itself may lie where nobody can read.
AS_NOBODY = """
import os, sys
from pathlib import Path
from continuum.embedded import account, supervisor
from continuum.embedded.errors import NoPermission
from continuum.embedded.paths import Home
if os.geteuid() == 0:
    who = account.current()
    os.setgroups([]); os.setgid(who.gid); os.setuid(who.uid)
try:
    supervisor.ensure(Home(Path(sys.argv[1])))
except NoPermission as error:
    print(error)
"""


def test_folders_are_closed_to_others(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    folders.prepare(home)
    for folder in (home.root, home.run, home.logs):
        assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_left_open_is_closed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.run.mkdir(mode=0o755)
    folders.prepare(home)
    assert home.run.stat().st_mode & 0o077 == 0


def test_an_unwritable_place_is_named_in_one_sentence(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(closed / "home")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("No permission for")
    assert "CONTINUUM_HOME" in done.stdout


@pytest.mark.parametrize("name", ["home", "home/run", "home/logs"])
def test_a_file_in_the_way_is_named(tmp_path: Path, name: str) -> None:
    blocked = tmp_path / name
    blocked.parent.mkdir(exist_ok=True)
    blocked.write_text("a file")
    with pytest.raises(StartFailed, match=f"{blocked} is in the way"):
        supervisor.ensure(Home(tmp_path / "home"))


def test_a_short_link_made_by_somebody_else_is_not_trusted(tmp_path: Path) -> None:
    home = Home(tmp_path / ("deep" * 30))
    home.alias.symlink_to(tmp_path)
    try:
        with pytest.raises(NoPermission, match="another user"):
            folders.prepare(home)
    finally:
        home.alias.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_short_links_folder_of_another_user_is_not_trusted(tmp_path: Path) -> None:
    home = Home(tmp_path / ("deep" * 30))
    home.alias.mkdir()
    os.chown(home.alias, 12345, 12345)
    try:
        with pytest.raises(NoPermission, match="another user"):
            folders.prepare(home)
    finally:
        home.alias.rmdir()


def test_a_short_link_that_leads_elsewhere_is_mended(tmp_path: Path) -> None:
    home = Home(tmp_path / ("deep" * 30))
    home.alias.mkdir(mode=0o700)
    home.reach.symlink_to(tmp_path)
    folders.prepare(home)
    assert home.reach.resolve() == home.root
    home.reach.unlink()
    home.alias.rmdir()


def test_a_file_is_replaced_whole_and_not_rewritten_without_need(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    folders.write_whole(path, "one")
    first = path.stat()
    folders.write_whole(path, "one")
    assert path.stat().st_ino == first.st_ino
    folders.write_whole(path, "two")
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [path]
