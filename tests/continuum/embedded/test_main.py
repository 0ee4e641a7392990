"""`python -m continuum.embedded`: any program beside the services, and the way over to another Postgres."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from continuum.embedded.paths import APP_ROLE
from tests.continuum.embedded.seats import ROOT, Seat

DOCUMENT = ROOT / "docs" / "upgrade-postgres.md"


def beside(seat: Seat, *command: str, cwd: Path = ROOT, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "continuum.embedded", *command],
        env={**os.environ, "PYTHONPATH": str(ROOT), "CONTINUUM_HOME": str(seat.root), **environ},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_program_finds_the_database_as_its_superuser(running: Seat) -> None:
    done = beside(running, "psql", "-Atc", "SELECT current_user, current_database()")
    assert (done.returncode, done.stdout) == (0, "postgres|continuum\n")


def test_another_role_can_be_named(running: Seat) -> None:
    assert beside(running, "psql", "-Atc", "SELECT current_user", PGUSER=APP_ROLE).stdout == f"{APP_ROLE}\n"


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (["sh", "-c", "exit 7"], 7, ""),
        (["no-such-program"], 1, "There is no program no-such-program.\n"),
        ([], 2, "usage: python -m continuum.embedded PROGRAM [ARGUMENT ...], such as psql or pg_dump\n"),
    ],
)
def test_the_exit_code_says_how_it_went(running: Seat, command: list[str], code: int, told: str) -> None:
    done = beside(running, *command)
    assert (done.returncode, done.stderr) == (code, told)


def test_what_stops_the_services_is_told_in_words(seat: Seat) -> None:
    (seat.home.postgres / "PG_VERSION").write_text("17\n")
    done = beside(seat, "psql")
    assert done.returncode == 1
    assert done.stderr.startswith(f"The data in {seat.home.postgres} was made by Postgres 17")


def documented(program: str) -> list[str]:
    """The words of the one command of the document that runs this program."""
    lines = [line.split() for line in DOCUMENT.read_text().splitlines()]
    (words,) = [line[3:] for line in lines if line[:4] == ["python", "-m", "continuum.embedded", program]]
    return words


def test_the_documented_commands_carry_everything_into_a_new_cluster(seat: Seat, tmp_path: Path) -> None:
    with seat.running():
        seat.query("CREATE TABLE kept AS SELECT '[1,2]'::halfvec(2) AS meaning")
        seat.query("ALTER TABLE kept ENABLE ROW LEVEL SECURITY")
    assert beside(seat, *documented("pg_dump"), cwd=tmp_path).returncode == 0
    seat.home.postgres.rename(seat.root / "postgres-18")
    assert beside(seat, *documented("pg_restore"), cwd=tmp_path).returncode == 0
    with seat.running():
        assert seat.query("SELECT meaning::text FROM kept") == [("[1,2]",)]
        assert seat.query("SELECT meaning FROM kept", user=APP_ROLE) == []
        assert seat.query("SELECT relowner::regrole::text FROM pg_class WHERE relname = 'kept'") == [
            ("continuum_owner",)
        ]
