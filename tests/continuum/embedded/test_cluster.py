"""The data folder: made whole or not at all, left alone when it is not ours, silent in its log."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from continuum.embedded.errors import DamagedData, DiskFull, OtherMajorVersion
from continuum.embedded.paths import OWNER_ROLE
from tests.continuum.embedded.seats import ROOT, Seat, eventually

SECRET = "the-owner's-own-words-4711"
FIRST_START_BYTES = "24m"
LATER_BYTES = "120m"
LIMITED = """
import resource, sys
from pathlib import Path
from continuum.embedded import supervisor
from continuum.embedded.errors import DiskFull
from continuum.embedded.paths import Home
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    supervisor.ensure(Home(Path(sys.argv[1])))
except DiskFull as error:
    print(error)
"""


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own; only root has one to give."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={LATER_BYTES}", "continuum", str(disk)], check=False
    )
    if made.returncode != 0:
        pytest.skip("mounting needs root")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb") as file:
        while free := shutil.disk_usage(disk).free:
            file.write(bytes(free))
            file.flush()
    return filler


def test_what_an_interrupted_initdb_left_is_swept_and_done_again(empty: Seat) -> None:
    draft = empty.root / "postgres.new-abcdefgh"
    (draft / "global").mkdir(parents=True)
    (draft / "PG_VERSION").write_text("18\n")
    with empty.running():
        assert empty.query("SELECT 1") == [(1,)]
    assert not draft.exists()


def test_an_empty_data_folder_counts_as_absent(empty: Seat) -> None:
    empty.home.postgres.mkdir(parents=True)
    with empty.running():
        assert empty.query("SELECT 1") == [(1,)]


@pytest.mark.parametrize("lost", ["PG_VERSION", "global/pg_control"])
def test_an_incomplete_data_folder_is_named_and_left_alone(seat: Seat, lost: str) -> None:
    (seat.home.postgres / lost).unlink()
    before = sorted(path.name for path in seat.home.postgres.iterdir())
    with pytest.raises(DamagedData, match=lost), seat.running():
        pass
    assert sorted(path.name for path in seat.home.postgres.iterdir()) == before


def test_a_damaged_control_file_is_said_in_one_sentence(seat: Seat) -> None:
    control = seat.home.postgres / "global" / "pg_control"
    control.write_bytes(bytes(control.stat().st_size))
    with pytest.raises(DamagedData, match="restore a backup"), seat.running():
        pass


def test_data_of_another_major_version_is_refused_with_the_way_to_carry_it_over(seat: Seat) -> None:
    version = seat.home.postgres / "PG_VERSION"
    version.write_text("17\n")
    with pytest.raises(OtherMajorVersion, match=r"upgrade-postgres\.md") as caught, seat.running():
        pass
    assert (caught.value.found, caught.value.brought) == ("17", "18")
    version.write_text("18\n")
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]


def test_pages_carry_checksums_and_texts_sort_the_same_everywhere(running: Seat) -> None:
    assert running.admin("SHOW data_checksums") == [("on",)]
    found = running.admin("SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'continuum'")
    assert found == [("b", "C.UTF-8")]


def test_the_owners_settings_survive_and_ours_come_back(seat: Seat) -> None:
    with seat.running():
        seat.admin("ALTER SYSTEM SET work_mem = '7MB'")
    (seat.home.postgres / "postgresql.conf").write_text("listen_addresses = '*'\n")
    with seat.running():
        assert seat.admin("SHOW work_mem") == [("7MB",)]
        assert seat.admin("SHOW listen_addresses") == [("",)]


@pytest.mark.parametrize(
    "statement",
    [
        f"SELECT $${SECRET}$$::int",
        f"SELECT $${SECRET}$$ FROM nowhere",
        f"SELECT $${SECRET}$$ oops oops",
        f"SELECT jsonb $${SECRET}$$",
        f"CREATE TEMP TABLE t (w text PRIMARY KEY); INSERT INTO t VALUES ($${SECRET}$$), ($${SECRET}$$)",
        f"CREATE TEMP TABLE t (w text CHECK (w = '')); INSERT INTO t VALUES ($${SECRET}$$)",
        f"DO $do$ BEGIN RAISE WARNING $${SECRET}$$; RAISE EXCEPTION $${SECRET}$$; END $do$",
    ],
)
def test_a_failing_statement_leaves_no_word_in_the_log(running: Seat, statement: str) -> None:
    with pytest.raises(psycopg.Error):
        running.query(statement)
    assert SECRET not in running.home.log("postgres").read_text()


def test_a_crash_in_the_middle_of_a_statement_leaves_no_word_of_it_in_the_log(seat: Seat) -> None:
    log = seat.home.log("postgres")
    with seat.running():
        log.write_text("")
        with psycopg.connect(seat.home.address(user=OWNER_ROLE).url) as victim:
            killer = subprocess.Popen(["sh", "-c", f"sleep 0.3; kill -9 {victim.info.backend_pid}"])
            with pytest.raises(psycopg.OperationalError):
                victim.execute("SELECT %s, pg_sleep(20)", [SECRET])
        assert killer.wait() == 0
        eventually(lambda: "ready to accept connections" in log.read_text())
    assert "terminated by signal 9" in log.read_text()
    assert SECRET not in log.read_text()


def test_a_disk_too_small_for_the_first_start_is_said_in_one_sentence(mount: Path) -> None:
    subprocess.run(["mount", "-o", f"remount,size={FIRST_START_BYTES}", str(mount)], check=True)
    seat = Seat(mount / "home")
    with pytest.raises(DiskFull, match="Free some space"), seat.running():
        pass
    assert list(seat.root.glob("postgres*")) == []


def test_a_disk_that_filled_up_is_said_in_one_sentence_and_the_data_waits(mount: Path, pattern: Path) -> None:
    seat = Seat(mount / "home")
    subprocess.run(["cp", "-a", str(pattern), str(seat.root)], check=True)
    filler = fill(mount)
    with pytest.raises(DiskFull), seat.running():
        pass
    filler.unlink()
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]
    seat.clean()


def test_a_file_size_limit_is_said_in_one_sentence(empty: Seat) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(empty.root)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("No room left for")
