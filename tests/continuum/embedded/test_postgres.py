"""Whether Postgres answers, whom it lets in, and what its log means when it does not start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from continuum.embedded import folders, postgres
from continuum.embedded.errors import (
    DamagedData,
    DiskFull,
    EmbeddedError,
    NoPermission,
    RivalPostgres,
    StartFailed,
)
from continuum.embedded.paths import Home
from tests.continuum.embedded.seats import ROOT, Seat

STRANGER = """
import os, sys
import psycopg
from continuum.embedded import account
who = account.current()
os.chdir(sys.argv[1])
os.setgroups([]); os.setgid(who.gid); os.setuid(who.uid)
try:
    psycopg.connect(host="/proc/self/cwd", user="postgres", dbname="postgres")
except psycopg.OperationalError as error:
    print(error)
"""


def test_it_answers_while_it_runs_and_not_before(running: Seat, tmp_path: Path) -> None:
    assert postgres.answers(running.home)
    assert postgres.verify(running.home)
    assert not postgres.answers(Home(tmp_path))


@pytest.mark.parametrize("word", ["starting", "stopping", "standby"])
def test_it_does_not_answer_while_it_says_otherwise(tmp_path: Path, word: str) -> None:
    home = Home(tmp_path)
    home.postgres.mkdir()
    (home.postgres / "postmaster.pid").write_text(f"1\n/data\n1700000000\n5432\n.\n\n  1  1\n{word}\n")
    assert not postgres.answers(home)


@pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="only root can become another user")
def test_the_unprivileged_user_itself_is_not_let_in(running: Seat) -> None:
    """The data folder is its own, so nothing but Postgres' look at the other end of the socket stops it."""
    done = subprocess.run(
        [sys.executable, "-c", STRANGER, str(running.home.postgres)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Peer authentication failed" in done.stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ('PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', DiskFull),
        ('FATAL:  lock file "postmaster.pid" already exists', RivalPostgres),
        ('FATAL:  could not open file "postgresql.conf": Permission denied', NoPermission),
        ("PANIC:  could not locate a valid checkpoint record at 0/1", DamagedData),
        ("FATAL:  could not map anonymous shared memory: Cannot allocate memory", StartFailed),
    ],
)
def test_the_last_complaint_in_the_log_becomes_one_sentence(
    tmp_path: Path, words: str, error: type[EmbeddedError]
) -> None:
    home = Home(tmp_path)
    folders.prepare(home)
    old = "FATAL:  an old complaint, before this start\n"
    home.log("postgres").write_text(
        f"{old}2026-01-01 00:00:00.000 UTC [1] LOG:  starting\n{words}\nLOG:  bye\n"
    )
    assert type(postgres.explain(home, since=len(old), code=1, reason="")) is error


def test_without_a_word_in_the_log_the_exit_code_is_told(tmp_path: Path) -> None:
    explained = postgres.explain(Home(tmp_path), since=0, code=-9, reason="")
    assert explained.sentence == "Postgres could not start: it ended with code -9."
