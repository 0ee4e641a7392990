"""`manage.py migrate`: as the owner, one process at a time."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from continuum.embedded.paths import OWNER_ROLE, Home
from continuum.management.commands.migrate import ADVISORY_LOCK
from tests.services import HOME

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def another(django_db_setup: None):
    """Another process that is migrating this database."""
    with psycopg.connect(Home(HOME).address(user=OWNER_ROLE).url, autocommit=True) as connection:
        yield connection


def _migrate(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-u", "manage.py", "migrate", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def test_it_migrates_as_the_owner_without_being_told(django_db_setup: None) -> None:
    process = _migrate("--check")
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0, said


def test_a_second_start_waits_for_the_first(another: psycopg.Connection) -> None:
    another.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
    process = _migrate()
    assert process.stdout is not None
    assert "waiting for it" in process.stdout.readline()
    time.sleep(0.5)
    assert process.poll() is None
    another.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and "No migrations to apply" in said


def test_afterwards_the_lock_is_free(another: psycopg.Connection) -> None:
    _migrate("--check").communicate(timeout=60)
    held = another.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone()
    assert held == (0,)
