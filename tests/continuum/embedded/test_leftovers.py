"""What a dead guardian left behind stands in nobody's way, and nobody else's process is touched."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator

import psutil
import pytest

from continuum.embedded import account, supervisor, wheels
from continuum.embedded.errors import RivalPostgres
from continuum.embedded.paths import OWNER_ROLE
from tests.continuum.embedded.seats import Seat, eventually, is_gone


def run_as_postgres(command: list[str], seat: Seat) -> subprocess.Popen[bytes]:
    """A process of the user that Postgres runs as, started by somebody else than Continuum."""
    who = account.current()
    return subprocess.Popen(
        command,
        cwd=seat.home.postgres,
        user=who.uid,
        group=who.gid,
        extra_groups=None if who.uid is None else [],
        env=account.ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def stranger(seat: Seat) -> Iterator[subprocess.Popen[bytes]]:
    process = run_as_postgres(["sleep", "60"], seat)
    yield process
    process.kill()
    process.wait()


def write_pid_file(seat: Seat, pid: int) -> None:
    text = f"{pid}\n{seat.home.postgres}\n1700000000\n5432\n.\n\n  1  1\nready   \n"
    (seat.home.postgres / "postmaster.pid").write_text(text)
    (seat.home.postgres / ".s.PGSQL.5432.lock").write_text(text)


def test_a_pid_file_that_names_a_living_stranger_is_not_believed(
    seat: Seat, stranger: subprocess.Popen[bytes]
) -> None:
    write_pid_file(seat, stranger.pid)
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]
    assert stranger.poll() is None


def test_a_pid_file_that_names_a_zombie_is_not_believed(seat: Seat) -> None:
    zombie = run_as_postgres(["true"], seat)
    eventually(lambda: psutil.Process(zombie.pid).status() == psutil.STATUS_ZOMBIE)
    write_pid_file(seat, zombie.pid)
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]
    zombie.wait()


@pytest.mark.parametrize("content", ["", "not a number\n", "99999999\n"])
def test_a_broken_pid_file_is_no_obstacle(seat: Seat, content: str) -> None:
    (seat.home.postgres / "postmaster.pid").write_text(content)
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]


def test_a_postgres_started_by_hand_on_our_data_is_named_and_left_running(seat: Seat) -> None:
    with seat.running():
        pass
    where = account.current().data_argument(seat.home.postgres)
    rival = run_as_postgres([str(wheels.find_postgres().postgres), "-D", where], seat)
    try:
        eventually((seat.home.postgres / ".s.PGSQL.5432").exists)
        with pytest.raises(RivalPostgres, match=str(rival.pid)), seat.running():
            pass
        assert rival.poll() is None
    finally:
        rival.send_signal(signal.SIGINT)
        rival.wait()


def test_an_orphan_of_ours_is_ended_before_the_next_start(seat: Seat) -> None:
    """As the death of a guardian leaves one where Linux does not see to it."""
    where = account.current().data_argument(seat.home.postgres)
    command = [str(wheels.find_postgres().postgres), "-D", where, "-c", f"cluster_name={seat.home.mark}"]
    orphan = run_as_postgres(command, seat)
    eventually((seat.home.postgres / ".s.PGSQL.5432").exists)
    with seat.running():
        assert orphan.wait() == 0, "a fast shutdown, not a kill"
        assert seat.query("SELECT 1") == [(1,)]


def work_hard(seat: Seat) -> tuple[subprocess.Popen[bytes], int]:
    """A client whose statement never ends, and the backend that works on it without ever waiting."""
    url = seat.home.address(user=OWNER_ROLE).url
    statement = "SELECT count(*) FROM generate_series(1, 100000000000)"
    client = subprocess.Popen(
        [str(wheels.find_postgres().bin / "psql"), url, "-c", statement], stderr=subprocess.DEVNULL
    )
    running = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT count(*) FROM generate%'"
    eventually(lambda: len(seat.query(running)) == 1)
    return client, seat.query(running)[0][0]


@pytest.mark.parametrize("guardian_too", [False, True])
def test_a_backend_that_works_on_after_its_postgres_was_killed_is_no_obstacle(
    seat: Seat, guardian_too: bool
) -> None:
    services = supervisor.ensure(seat.home, durability="test")
    found = seat.status()
    assert found.postgres is not None
    client, backend = work_hard(seat)
    if guardian_too:
        os.kill(found.guardian, signal.SIGKILL)
    os.kill(found.postgres, signal.SIGKILL)
    with seat.running():
        assert seat.query("SELECT 1") == [(1,)]
        assert is_gone(backend)
        assert services.alive() is not guardian_too
    client.wait()
    services.close()
